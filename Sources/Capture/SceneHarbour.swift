import Foundation

/// A harbour at dusk, drawn for any size.
struct SceneHarbour {
  private let width: Double
  private let height: Double
  private let texture: SceneTexture

  init(width: Int, height: Int, seed: UInt64) {
    self.width = Double(width)
    self.height = Double(height)
    texture = SceneTexture(seed: seed)
  }

  private static let horizon = 0.6

  func paint(_ canvas: inout SceneCanvas) {
    canvas.paint { x, y in
      let u = x / height
      let v = y / height
      let horizon = Self.horizon
      if v < horizon {
        let t = Float(v / horizon)
        let top = SceneColour(0.07, 0.10, 0.22)
        let low = SceneColour(0.75, 0.46, 0.30)
        let ridge = horizon - 0.05 - 0.05 * Double(texture.clouds(u * 3, 0.5, octaves: 4))
        return v > ridge ? SceneColour(0.12, 0.13, 0.20) : top + (low - top) * t * t
      }
      let t = Float((v - horizon) / (1 - horizon))
      let ripple = texture.clouds(u * 8, 30 / (v - horizon + 0.05), octaves: 3)
      let far = SceneColour(0.45, 0.32, 0.28)
      let near = SceneColour(0.05, 0.08, 0.15)
      return (far + (near - far) * t.squareRoot()) * (1 + 0.2 * ripple)
    }
  }

  /// Where the lamps of torches without a place hang, in pixels.
  var lampPlaces: [SIMD2<Double>] {
    [SIMD2(width * 0.62, height * 0.42)]
  }

  func reflection(of torch: SimulatedTorch, at centre: SIMD2<Double>) -> SceneReflection? {
    SceneReflection(
      lamp: centre, brightness: torch.brightness, radius: torch.radius,
      water: height * 0.68..<height, texture: texture)
  }
}

/// The light of a lamp on rippled water: a column of glints below it.
struct SceneReflection {
  private let lamp: SIMD2<Double>
  private let brightness: Double
  private let water: Range<Double>
  private let spread: Double
  private let texture: SceneTexture

  init(
    lamp: SIMD2<Double>, brightness: Double, radius: Double, water: Range<Double>, texture: SceneTexture
  ) {
    self.lamp = lamp
    self.brightness = brightness
    self.water = water
    self.texture = texture
    spread = radius * 1.2 + water.length * 0.02
  }

  var horizontal: ClosedRange<Double> { lamp.x - 3 * spread...lamp.x + 3 * spread }
  var vertical: ClosedRange<Double> { water.lowerBound...water.upperBound }

  /// In levels, at a point in pixels of the picture.
  func light(at point: SIMD2<Double>) -> Double {
    guard water.contains(point.y) else { return 0 }
    let side = (point.x - lamp.x) / spread
    let glint = max(0, Double(texture.value(point.x / spread * 0.7, point.y / water.length * 40)))
    return 0.4 * brightness * glint * exp(-side * side)
  }
}
