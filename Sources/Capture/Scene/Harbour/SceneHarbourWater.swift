import FoundationEssentials
import Glibc

// Sky, hills, and the water that reflects both.
extension SceneHarbour {
  func paintSkyAndWater(_ canvas: inout SceneCanvas) {
    let first = -canvas.margin
    let horizon = size.y * Self.horizon
    let ridges = (0..<canvas.width).map { ridge(atColumn: Double($0 + first) + 0.5) }
    func above(_ x: Double, _ y: Double) -> SceneColour {
      let ridge = ridges[min(max(Int(x) - first, 0), ridges.count - 1)]
      // Blends over one pixel, so that the edge of a hill is smooth.
      let near = Float(min(max(y - ridge.near + 0.5, 0), 1))
      let far = Float(min(max(y - ridge.far + 0.5, 0), 1))
      var colour = near < 1 ? sky(x, y) : .zero
      if far > 0 { colour = colour.mixed(Self.farHill.mixed(Self.haze, Float(y / horizon - 0.84) * 3), far) }
      if near > 0 { colour = colour.mixed(Self.nearHill, near) }
      return colour
    }
    canvas.paint { x, y in
      guard y >= horizon else { return above(x, y) }
      let depth = (y - horizon) / (size.y - horizon)
      let wave = waves(x, depth)
      // A wave reflects another height of the sky; the closer the wave, the larger the difference.
      let mirrored = horizon - (y - horizon) * 0.9 + Double(wave) * unit * (0.012 + 0.10 * depth)
      let reflected = above(x + Double(wave) * unit * 0.01, min(max(mirrored, 0), horizon - 1))
      let water = Self.deep.mixed(reflected, 0.74 - 0.40 * Float(depth))
      return water * (1 + 0.16 * wave * Float(1 - 0.4 * depth))
    }
  }

  private static let farHill = SceneColour(0x4A4063)
  private static let haze = SceneColour(0x7A5A68)
  private static let nearHill = SceneColour(0x2A2A44)
  private static let deep = SceneColour(0x0B1424)

  /// Colours from the top of the picture to the horizon.
  private static let skyColours: [(height: Float, colour: SceneColour)] = [
    (0, SceneColour(0x0C1430)), (0.35, SceneColour(0x1E2B55)), (0.62, SceneColour(0x4A4470)),
    (0.80, SceneColour(0x8C5A6C)), (0.92, SceneColour(0xC67A58)), (1, SceneColour(0xE8A562)),
  ]

  private func sky(_ x: Double, _ y: Double) -> SceneColour {
    let height = Float(y / (size.y * Self.horizon))
    // The sun has set on the left, so the glow is higher there.
    let aside = (x - size.x * 0.3) / (unit * 0.85)
    let glow = Float(exp(-aside * aside))
    let level = min(max(height - 0.10 * (1 - glow), 0), 1)
    var index = 1
    while Self.skyColours[index].height < level { index += 1 }
    let (from, to) = (Self.skyColours[index - 1], Self.skyColours[index])
    var colour = from.colour.mixed(to.colour, (level - from.height) / (to.height - from.height))
    colour *= 0.82 + 0.18 * glow

    // Long thin clouds, darker than the glow behind them, and invisible in the dark sky above.
    let veil = texture.clouds(x / unit * 2.1, y / unit * 15, octaves: 4)
    let band = max(0, 1 - abs(height - 0.74) / 0.34)
    let cloud = min(max((veil - 0.02) * 2.6, 0), 1) * band
    return colour.mixed(SceneColour(0x3A3358).mixed(SceneColour(0x8A4F55), height * height), 0.62 * cloud)
  }

  /// The height of the hills above one column, in pixels from the top.
  private func ridge(atColumn x: Double) -> (far: Double, near: Double) {
    let u = (x - size.x / 2) / unit
    let far = 0.055 + 0.035 * Double(texture.clouds(u * 2.3 + 9, 3.5, octaves: 5))
    // The near hills rise to the right, behind the town.
    let rise = 0.5 + 0.5 * tanh((u - 0.05) * 4)
    let near = (0.028 + 0.030 * Double(texture.clouds(u * 4.1, 8.5, octaves: 5))) * rise + 0.008
    let horizon = size.y * Self.horizon
    return (horizon - far * unit, horizon - near * unit)
  }

  /// The inclination of a wave at a point of the water, about -1...1; `depth` is 0 at the horizon and 1 at the lower border.
  func waves(_ x: Double, _ depth: Double) -> Float {
    // Perspective: waves look smaller at a larger distance.
    let distance = 1 / (depth + 0.06)
    let u = (x - size.x / 2) / unit * distance
    let swell = texture.clouds(u * 1.6 + 3, distance * 7.5, octaves: 3, gain: 0.6)
    // Waves finer than a pixel average out.
    return swell * Float(min(1, 0.25 + depth * 6))
  }

  /// Paints the reflection of a shape in the water below `waterline`, distorted by the waves and fading.
  func reflect(
    _ shape: [SIMD2<Double>], _ colour: SceneColour, about waterline: Double,
    _ canvas: inout SceneCanvas, opacity: Float
  ) {
    let mirrored = shape.map { SIMD2($0.x, max(waterline, 2 * waterline - $0.y)) }
    let horizon = size.y * Self.horizon
    canvas.fill(mirrored, colour, opacity: opacity) { y in
      let depth = (y - horizon) / (size.y - horizon)
      let below = (y - waterline) / unit
      let wave = texture.clouds(3.7, 26 / (depth + 0.06), octaves: 2)
      let fade = exp(-below * 5) * (1 - 1.2 * abs(Double(wave)))
      return (Double(wave) * unit * (0.002 + 0.10 * below), Float(min(max(fade, 0), 1)))
    }
  }
}
