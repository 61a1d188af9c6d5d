import Foundation

// What stands on land: the town, the headland with its lighthouse, the pier.
extension SceneHarbour {
  /// A place given in units from the picture's middle, and from the horizon downwards.
  private func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(size.x / 2 + x * unit, size.y * Self.horizon + y * unit)
  }

  /// Windows and street lamps along the far shore: lights that never change.
  func paintTown(_ canvas: inout SceneCanvas) {
    var random = SceneRandom(seed: 7, stream: SceneRandom.lights)
    for _ in 0..<46 {
      // Denser in the middle of the town.
      let along = (random.unit() + random.unit() + random.unit()) / 3
      let height = random.unit() * random.unit()
      let light = place(0.02 + 0.98 * along, -0.004 - 0.028 * height)
      let strength = Float(random.within(0.25...0.75))
      canvas.glow(
        at: light, radius: unit * random.within(0.0009...0.0017), SceneColour(0xFFC98A) * strength)
      // Its streak on the water.
      let streak = 0.012 + 0.04 * Double(strength)
      for step in 0..<6 {
        let down = Double(step) / 6
        let point = SIMD2(light.x, size.y * Self.horizon + (0.003 + streak * down) * unit)
        canvas.glow(
          at: point, radius: unit * 0.0016, SceneColour(0xE0A070) * (strength * 0.22 * Float(1 - down)))
      }
    }
  }

  /// A few early stars, where the sky is dark.
  func paintStars(_ canvas: inout SceneCanvas) {
    var random = SceneRandom(seed: 8, stream: SceneRandom.lights)
    for _ in 0..<34 {
      let star = SIMD2(random.unit() * size.x, random.unit() * random.unit() * size.y * 0.36)
      canvas.glow(
        at: star, radius: unit * random.within(0.0007...0.0013),
        SceneColour(0xCFD8FF) * Float(random.within(0.2...0.6)))
    }
  }

  private var lighthouse: Double { -0.335 * size.x / unit }
  private var lantern: SIMD2<Double> { place(lighthouse, -0.300) }

  func paintHeadland(_ canvas: inout SceneCanvas) {
    let rock = SceneColour(0x10131F)
    let left = -size.x / 2 / unit - 0.1
    var shore = [place(left, 0.03)]
    // A back that falls to the right, rough as rock is.
    for step in 0...40 {
      let along = Double(step) / 40
      let x = left + along * (lighthouse + 0.24 - left)
      let fall = along < 0.72 ? 1 : 1 - (along - 0.72) / 0.28 * 0.96
      let rough = Double(texture.clouds(x * 9, 20.5, octaves: 4))
      shore.append(place(x, 0.012 - (0.075 + 0.020 * rough) * fall))
    }
    shore.append(place(lighthouse + 0.25, 0.016))
    canvas.fill(shore, rock)
    reflect(shore, rock, about: size.y * Self.horizon + 0.018 * unit, &canvas, opacity: 0.85)

    let tower = SceneColour(0x54526B)
    let shade = SceneColour(0x33344B)
    func quad(
      _ lower: Double, _ upper: Double, _ half: (Double, Double), from share: Double = -1
    )
      -> [SIMD2<Double>]
    {
      [
        place(lighthouse + half.0 * share, lower), place(lighthouse + half.0, lower),
        place(lighthouse + half.1, upper), place(lighthouse + half.1 * share, upper),
      ]
    }
    // Keeper's house.
    canvas.fill(
      [
        place(lighthouse - 0.085, -0.06), place(lighthouse - 0.085, -0.098),
        place(lighthouse - 0.060, -0.122), place(lighthouse - 0.026, -0.122),
        place(lighthouse - 0.008, -0.098), place(lighthouse - 0.008, -0.06),
      ], SceneColour(0x1B1D2E))
    canvas.glow(
      at: place(lighthouse - 0.048, -0.083), radius: unit * 0.0030, SceneColour(0xFFB868) * 0.8)
    canvas.fill(quad(-0.06, -0.272, (0.026, 0.0165)), tower)
    canvas.fill(quad(-0.125, -0.180, (0.0234, 0.0208)), SceneColour(0x6A3440))
    canvas.fill(quad(-0.06, -0.272, (0.026, 0.0165), from: 0.1), shade, opacity: 0.6)
    // Gallery, lantern room, dome.
    canvas.fill(quad(-0.272, -0.279, (0.0235, 0.0235)), rock)
    canvas.fill(quad(-0.279, -0.316, (0.0125, 0.0125)), SceneColour(0x3B3A4C))
    canvas.fill(
      [
        place(lighthouse - 0.0155, -0.316), place(lighthouse + 0.0155, -0.316),
        place(lighthouse + 0.006, -0.333), place(lighthouse, -0.345), place(lighthouse - 0.006, -0.333),
      ], rock)
    for side in [-1.0, 1.0] {
      canvas.stroke(
        place(lighthouse + 0.022 * side, -0.279), place(lighthouse + 0.022 * side, -0.292),
        width: unit * 0.0015, rock)
      canvas.stroke(
        place(lighthouse + 0.0125 * side, -0.279), place(lighthouse + 0.0125 * side, -0.316),
        width: unit * 0.0018, rock)
    }
    canvas.stroke(
      place(lighthouse - 0.022, -0.292), place(lighthouse + 0.022, -0.292), width: unit * 0.0015, rock)
    canvas.glow(at: lantern, radius: unit * 0.0065, SceneColour(0xFFD79A) * 0.85)
  }

  var pierLamp: SIMD2<Double> { place(-0.34 * size.x / unit + 0.27, 0.105) }

  /// The pier in the foreground, nearly black against the water.
  func paintPier(_ canvas: inout SceneCanvas) {
    let wood = SceneColour(0x070A12)
    let end = pierLamp.x
    let deck = size.y * Self.horizon + 0.245 * unit
    let outside = -0.2 * unit
    canvas.fill(
      [
        SIMD2(outside, deck + 0.030 * unit), SIMD2(outside, deck - 0.004 * unit),
        SIMD2(end + 0.035 * unit, deck), SIMD2(end + 0.035 * unit, deck + 0.016 * unit),
      ], wood)
    var x = end + 0.02 * unit
    while x > outside {
      // Piles: pairs, and their cross-braces.
      for offset in [0, -0.035 * unit] {
        canvas.stroke(
          SIMD2(x + offset, deck - 0.022 * unit), SIMD2(x + offset, size.y + unit * 0.1),
          width: unit * 0.011, wood)
      }
      canvas.stroke(
        SIMD2(x - 0.035 * unit, deck + 0.02 * unit), SIMD2(x - 0.115 * unit, size.y + 0.02 * unit),
        width: unit * 0.005, wood)
      x -= 0.115 * unit
    }
    // Lamp post, unlit, and someone who watches the ship.
    canvas.stroke(SIMD2(end, deck), SIMD2(end, pierLamp.y), width: unit * 0.0045, wood)
    canvas.fill(
      [
        SIMD2(end - 0.010 * unit, pierLamp.y + 0.004 * unit),
        SIMD2(end - 0.006 * unit, pierLamp.y - 0.010 * unit),
        SIMD2(end + 0.006 * unit, pierLamp.y - 0.010 * unit),
        SIMD2(end + 0.010 * unit, pierLamp.y + 0.004 * unit),
      ], wood)
    paintWatcher(at: SIMD2(end - 0.085 * unit, deck), &canvas, wood)
  }

  private func paintWatcher(
    at foot: SIMD2<Double>, _ canvas: inout SceneCanvas, _ colour: SceneColour
  ) {
    let tall = 0.088 * unit
    func body(_ x: Double, _ y: Double) -> SIMD2<Double> { foot + SIMD2(x, -y) * tall }
    canvas.fill(
      [
        body(-0.10, 0), body(-0.115, 0.45), body(-0.15, 0.70), body(-0.12, 0.80), body(-0.04, 0.84),
        body(0.05, 0.84), body(0.12, 0.79), body(0.15, 0.66), body(0.125, 0.42), body(0.11, 0),
        body(0.03, 0), body(0.01, 0.40), body(-0.02, 0),
      ], colour)
    canvas.fillEllipse(at: body(0.015, 0.92), radii: SIMD2(0.068, 0.082) * tall, colour)
    // An arm with binoculars.
    canvas.stroke(body(0.10, 0.76), body(0.21, 0.82), width: tall * 0.055, colour)
    canvas.stroke(body(0.21, 0.82), body(0.14, 0.92), width: tall * 0.05, colour)
    canvas.stroke(body(0.06, 0.93), body(0.17, 0.94), width: tall * 0.05, colour)
  }

  /// A shape once more, upside down in the water below `waterline`, torn by the waves and fading.
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
