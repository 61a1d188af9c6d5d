/// A harbour at dusk, drawn for any size of picture: sky and hills above the horizon, water below it, and on the water a
/// ship whose lamp signals.
struct SceneHarbour {
  let size: SIMD2<Double>
  /// The unit of length, in pixels: the height, unless the picture is narrower than 4:3.
  let unit: Double
  let texture: SceneTexture

  init(width: Int, height: Int, seed: UInt64) {
    size = SIMD2(Double(width), Double(height))
    unit = min(size.y, size.x * 0.75)
    texture = SceneTexture(seed: seed)
  }

  /// The place of the horizon, as a fraction of the picture's height.
  static let horizon = 0.6

  /// A place given in units from the picture's middle, and from the horizon downwards.
  func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(size.x / 2 + x * unit, size.y * Self.horizon + y * unit)
  }

  func paint(_ canvas: inout SceneCanvas) {
    paintSkyAndWater(&canvas)
    paintStars(&canvas)
    paintTown(&canvas)
    paintHeadland(&canvas)
    paintLighthouse(&canvas)
    paintShip(&canvas)
    paintPier(&canvas)
  }

  /// The places of torches without a place of their own, in pixels: on the ship, and on the pier.
  var lampPlaces: [SIMD2<Double>] {
    [shipLamp, pierLamp]
  }

  func reflection(of torch: SimulatedTorch, at centre: SIMD2<Double>) -> SceneReflection {
    let waterline = max(shipWaterline, centre.y + torch.radius)
    return SceneReflection(
      lamp: centre, brightness: torch.brightness, radius: torch.radius,
      water: min(waterline, size.y)..<size.y + 1, unit: unit, texture: texture)
  }
}
