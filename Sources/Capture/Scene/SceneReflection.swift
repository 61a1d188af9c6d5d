import FoundationEssentials
import Glibc

/// The light of a lamp on rippled water: a column of glints below it.
struct SceneReflection {
  private let lamp: SIMD2<Double>
  private let brightness: Double
  private let water: Range<Double>
  private let unit: Double
  private let spread: Double
  private let texture: SceneTexture

  init(
    lamp: SIMD2<Double>, brightness: Double, radius: Double, water: Range<Double>, unit: Double,
    texture: SceneTexture
  ) {
    self.lamp = lamp
    self.brightness = brightness
    self.water = water
    self.unit = unit
    self.texture = texture
    spread = radius * 0.8 + unit * 0.008
  }

  var horizontal: ClosedRange<Double> { lamp.x - 4 * spread...lamp.x + 4 * spread }
  var vertical: ClosedRange<Double> { water.lowerBound...water.upperBound }

  /// In levels, at a point in pixels of the picture.
  func light(at point: SIMD2<Double>) -> Double {
    guard water.contains(point.y) else { return 0 }
    let depth = (point.y - water.lowerBound) / unit
    let width = spread * (0.7 + 3 * depth)
    let side = (point.x - lamp.x) / width
    let ripple = Double(
      texture.clouds(point.x / unit * 9 + 5, 9 * log(depth + 0.03), octaves: 2))
    let glint = min(max(ripple * 2.2 + 0.15, 0), 1)
    // Brightest at the mirror image in still water, and fainter to both sides of it.
    let mirror = (point.y - (2 * water.lowerBound - lamp.y)) / (unit * 0.16)
    return 0.5 * brightness * glint * exp(-side * side) * (0.35 + 0.65 * exp(-mirror * mirror))
  }
}
