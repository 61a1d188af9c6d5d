import FoundationEssentials
import Glibc

/// The light of a torch that is fully on, in each plane of the picture.
struct SceneLamp {
  let luma: SceneSprite
  let blue: SceneSprite
  let red: SceneSprite

  /// The warm white of an incandescent lamp, of luma 1.
  private static let colour = SceneColour(0xFFCF88) / SceneColour(0xFFCF88).luma

  /// - Parameters:
  ///   - centre: In pixels of the picture.
  ///   - canvas: The picture behind the lamp.
  ///   - reflection: The torch's light on the water, in levels at a point of the picture.
  ///   - isClipped: Whether light outside of the canvas is left out, because the lamp does not move.
  init(
    _ torch: SimulatedTorch, centre: SIMD2<Double>, on canvas: SceneCanvas, reflection: SceneReflection?,
    isClipped: Bool
  ) {
    let reach = torch.reach
    var horizontal = centre.x - reach...centre.x + reach
    var vertical = centre.y - reach...centre.y + reach
    if let reflection {
      horizontal = horizontal.joined(with: reflection.horizontal)
      vertical = vertical.joined(with: reflection.vertical)
    }
    if isClipped {
      horizontal = horizontal.clamped(to: canvas.horizontal)
      vertical = vertical.clamped(to: canvas.vertical)
    }
    // Even corners: a colour sample covers two by two pixels.
    let x = Int((horizontal.lowerBound / 2).rounded(.down)) * 2
    let y = Int((vertical.lowerBound / 2).rounded(.down)) * 2
    let columns = Int(((horizontal.upperBound - Double(x)) / 2).rounded(.up))
    let rows = Int(((vertical.upperBound - Double(y)) / 2).rounded(.up))

    var levels: [Double] = []
    levels.reserveCapacity(columns * rows * 4)
    for row in 0..<rows * 2 {
      for column in 0..<columns * 2 {
        let corner = SIMD2(Double(x + column), Double(y + row))
        levels.append(
          torch.light(ofPixelAt: corner - centre) + (reflection?.light(at: corner + 0.5) ?? 0))
      }
    }

    luma = SceneSprite(
      x: x, y: y, width: columns * 2, height: rows * 2, values: levels.map(SceneLight.steps))
    var blueLight: [Int16] = []
    var redLight: [Int16] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let above = row * 2 * columns * 2 + column * 2
        let below = above + columns * 2
        let mean = (levels[above] + levels[above + 1] + levels[below] + levels[below + 1]) / 4
        let dark = canvas.meanColour(nearestTo: x + column * 2, y + row * 2)
        // Clipped colours become white.
        let lit = (dark + Self.colour * Float(mean / 255)).clamped(lowerBound: .zero, upperBound: .one)
        blueLight.append(SceneLight.steps(Double(lit.blueDifference - dark.blueDifference) * 255))
        redLight.append(SceneLight.steps(Double(lit.redDifference - dark.redDifference) * 255))
      }
    }
    blue = SceneSprite(x: x / 2, y: y / 2, width: columns, height: rows, values: blueLight)
    red = SceneSprite(x: x / 2, y: y / 2, width: columns, height: rows, values: redLight)
  }
}

extension SimulatedTorch {
  /// Radii over which the glow falls to a third (1/e).
  private static let falloff = 1.5

  /// The radius of the lamp's light in pixels. Beyond it, the glow is below a quarter of a level.
  fileprivate var reach: Double {
    let faint = 0.25
    let start = glow * brightness
    return radius + 1 + (start > faint ? Self.falloff * radius * log(start / faint) : 0)
  }

  /// The light of the pixel whose top left corner lies at `corner` from the lamp's centre, in levels.
  fileprivate func light(ofPixelAt corner: SIMD2<Double>) -> Double {
    let middle = corner + 0.5
    let distance = (middle * middle).sum().squareRoot()
    // The edge, and all of a lamp not much larger than a pixel, is averaged over the pixel.
    guard abs(distance - radius) < 1.5 else { return light(at: distance) }
    let steps = radius < 3 ? 16 : 8
    var sum = 0.0
    for row in 0..<steps {
      for column in 0..<steps {
        let point = corner + (SIMD2(Double(column), Double(row)) + 0.5) / Double(steps)
        sum += light(at: (point * point).sum().squareRoot())
      }
    }
    return sum / Double(steps * steps)
  }

  private func light(at distance: Double) -> Double {
    distance < radius ? brightness : brightness * glow * exp((1 - distance / radius) / Self.falloff)
  }
}

extension ClosedRange<Double> {
  /// The shortest range that contains both.
  fileprivate func joined(with other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
