import Glibc
import Typesetting

extension Painter {
  /// A rectangle with straight or round corners, filled, or as an outline of `line` points inside its edge.
  func fill(_ rect: Rect, _ color: Color, radius: Double = 0, line: Double = 0) {
    fill(rect, top: color, bottom: color, radius: radius, line: line)
  }

  /// A button, with an outline if the theme has that.
  func button(_ rect: Rect, _ color: Color, radius: Double) {
    fill(rect, color, radius: radius)
    if theme.framesButtons { fill(rect, theme.rule, radius: radius, line: 1) }
  }

  /// Filled from one colour at the top to another at the bottom.
  func fill(_ rect: Rect, top: Color, bottom: Color, radius: Double = 0, line: Double = 0) {
    guard !rect.isEmpty else { return }
    let rect = snapped(rect)
    let half = Point(rect.width, rect.height) / 2
    box(
      center: rect.center, axis: Point(1, 0), half: half, radius: min(radius, half.min()), line: line,
      colors: (top, bottom))
  }

  func disc(_ center: Point, radius: Double, _ color: Color, line: Double = 0) {
    box(
      center: center, axis: Point(1, 0), half: Point(radius, radius), radius: radius, line: line,
      colors: (color, color))
  }

  /// Light around a disc of `radius`, which ends `reach` points from its edge.
  func glow(_ center: Point, radius: Double, reach: Double, _ color: Color) {
    box(
      center: center, axis: Point(1, 0), half: Point(radius, radius), radius: radius, soft: reach,
      colors: (color, color))
  }

  /// A line with round ends.
  func line(_ from: Point, _ to: Point, width: Double, _ color: Color) {
    let vector = to - from
    let length = (vector * vector).sum().squareRoot()
    let axis = length > 0 ? vector / length : Point(1, 0)
    box(
      center: (from + to) / 2, axis: axis, half: Point(length / 2 + width / 2, width / 2), radius: width / 2,
      colors: (color, color))
  }

  /// Lines from point to point. Their round ends overlap, so `color` should be opaque.
  func polyline(_ points: some Collection<Point>, width: Double, _ color: Color) {
    for (from, to) in zip(points, points.dropFirst()) { line(from, to, width: width, color) }
  }

  /// Part of a circle, clockwise from the top; 1 is the whole circle.
  func arc(_ center: Point, radius: Double, part: Double, width: Double, _ color: Color) {
    guard part > 0 else { return }
    let part = min(part, 1)
    // The chords differ from the circle by less than a hundredth of a pixel: r (1 - cos(pi / n)) with n = 24 sqrt(r).
    let steps = max(1, Int((part * 24 * (radius * scale).squareRoot()).rounded(.up)))
    let points = (0...steps).map { step in
      let angle = part * Double(step) / Double(steps) * 2 * Double.pi
      return Point(sin(angle), -cos(angle)) * radius + center
    }
    polyline(points, width: width, color)
  }

  /// The area between a curve and the bottom of `rect`: `color` at the top of `rect`, clear at its bottom.
  func area(under points: some Collection<Point>, in rect: Rect, _ color: Color) {
    guard rect.height > 0 else { return }
    beginShapes()
    func corner(_ x: Double, _ y: Double) -> Vertex {
      solid(Point(x, y), color.opacity((rect.bottom - y) / rect.height))
    }
    for (from, to) in zip(points, points.dropFirst()) {
      appendQuad(
        corner(from.x, from.y), corner(to.x, to.y), corner(from.x, rect.bottom), corner(to.x, rect.bottom))
    }
  }

  /// A corner without an edge of its own: every pixel between such corners is covered.
  private func solid(_ point: Point, _ color: Color) -> Vertex {
    Vertex(
      position: SIMD2<Float>(point * scale), place: .zero, extent: SIMD2(repeating: 4), edge: .zero,
      colour: color.premultiplied, hollow: 0)
  }

  private func box(
    center: Point, axis: Point, half: Point, radius: Double, soft: Double = 0, line: Double = 0,
    colors: (top: Color, bottom: Color)
  ) {
    guard half.x > 0, half.y > 0, colors.top.alpha > 0 || colors.bottom.alpha > 0 else { return }
    beginShapes()
    let center = center * scale
    let extent = half * scale
    // Room for the edge's slope, or for all of the glow.
    let reach = extent + Point(repeating: max(1, soft * scale))
    let across = Point(-axis.y, axis.x)
    func corner(_ x: Double, _ y: Double, _ color: Color) -> Vertex {
      let place = Point(x, y) * reach
      return Vertex(
        position: SIMD2<Float>(center + axis * place.x + across * place.y), place: SIMD2<Float>(place),
        extent: SIMD2<Float>(extent), edge: SIMD2(Float(radius * scale), Float(soft * scale)),
        colour: color.premultiplied, hollow: Float(line * scale / 2))
    }
    appendQuad(
      corner(-1, -1, colors.top), corner(1, -1, colors.top), corner(-1, 1, colors.bottom),
      corner(1, 1, colors.bottom))
  }
}
