// The distant parts: stars, the town, the headland.
extension SceneHarbour {
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

  /// The land on the left, which carries the lighthouse.
  func paintHeadland(_ canvas: inout SceneCanvas) {
    let rock = SceneColour(0x10131F)
    let left = -size.x / 2 / unit - 0.1
    var shore = [place(left, 0.03)]
    // The outline descends to the right and is rough like rock.
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
  }
}
