import FoundationEssentials
import Glibc

/// Shapes with smooth edges. Places are in pixels of the picture, y downwards.
extension SceneCanvas {
  /// The rows and columns of the canvas, in pixels of the picture.
  private var rows: Range<Int> { -margin..<height - margin }
  private var columns: Range<Int> { -margin..<width - margin }

  /// Fills a polygon, even-odd.
  ///
  /// - Parameters:
  ///   - opacity: 1 hides the former colour.
  ///   - waver: The offset of a row to the right and the share of its opacity: the effect of water on a reflection.
  package mutating func fill(
    _ corners: [SIMD2<Double>], _ colour: SceneColour, opacity: Float = 1,
    waver: (_ y: Double) -> (shift: Double, opacity: Float) = { _ in (0, 1) }
  ) {
    let ys = corners.map(\.y)
    guard let top = ys.min(), let bottom = ys.max() else { return }
    // The lines over which a row's edge is averaged.
    let lines = 5
    var coverage = [Float](repeating: 0, count: width)
    for row in Self.pixels(from: top, to: bottom).clamped(to: rows) {
      let (wavering, remaining) = waver(Double(row))
      let shift = wavering + Double(margin)
      var touched = 0..<0
      for line in 0..<lines {
        let y = Double(row) + (Double(line) + 0.5) / Double(lines)
        let crossings = Self.crossings(of: corners, at: y)
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          let (left, right) = (crossings[pair] + shift, crossings[pair + 1] + shift)
          let span = Self.pixels(from: left, to: right).clamped(to: 0..<width)
          for column in span {
            let x = Double(column)
            coverage[column] += Float(min(right, x + 1) - max(left, x))
          }
          touched = touched.joined(with: span)
        }
      }
      let start = (row + margin) * width
      for column in touched {
        let share = coverage[column] / Float(lines) * opacity * remaining
        pixels[start + column] = pixels[start + column].mixed(colour, share)
        coverage[column] = 0
      }
    }
  }

  /// The intersections of a horizontal line at `y` with the polygon's edges, from left to right.
  private static func crossings(of corners: [SIMD2<Double>], at y: Double) -> [Double] {
    var crossings: [Double] = []
    var from = corners[corners.count - 1]
    for to in corners {
      if (from.y <= y) != (to.y <= y) {
        crossings.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
      }
      from = to
    }
    return crossings.sorted()
  }

  /// The pixels that a range touches.
  private static func pixels(from start: Double, to end: Double) -> Range<Int> {
    Int(start.rounded(.down))..<Int(end.rounded(.up))
  }

  /// Draws a line. A line of less than one pixel becomes fainter instead of thinner.
  mutating func stroke(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, width: Double, _ colour: SceneColour
  ) {
    let way = b - a
    let length = max((way * way).sum().squareRoot(), .leastNormalMagnitude)
    let thickness = max(width, 1)
    let side = SIMD2(-way.y, way.x) / length * (thickness / 2)
    fill(
      [a + side, b + side, b - side, a - side], colour, opacity: Float(width / thickness))
  }

  package mutating func fillEllipse(
    at centre: SIMD2<Double>, radii: SIMD2<Double>, _ colour: SceneColour
  ) {
    let corners = (0..<28).map { index in
      let angle = Double(index) / 28 * 2 * .pi
      return centre + radii * SIMD2(cos(angle), sin(angle))
    }
    fill(corners, colour)
  }

  /// Adds a small constant light with a faint bloom. A light of less than a pixel becomes fainter instead of smaller.
  ///
  /// - Parameter radius: The distance at which the brightness has fallen to a third.
  mutating func glow(at centre: SIMD2<Double>, radius: Double, _ colour: SceneColour) {
    let spread = max(radius, 0.6)
    let strength = min(1, radius * radius / (spread * spread))
    let reach = spread * 5
    for row in Self.pixels(from: centre.y - reach, to: centre.y + reach).clamped(to: rows) {
      for column in Self.pixels(from: centre.x - reach, to: centre.x + reach).clamped(to: columns) {
        let way = (SIMD2(Double(column), Double(row)) + 0.5 - centre) / spread
        let distance = (way * way).sum()
        let light = strength * (exp(-distance) + 0.1 * exp(-distance / 6))
        pixels[(row + margin) * width + column + margin] += colour * Float(light)
      }
    }
  }
}

extension Range<Int> {
  /// The shortest range that contains both. An empty range is ignored.
  fileprivate func joined(with other: Range) -> Range {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
