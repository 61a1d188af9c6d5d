// The ship that signals: a small coaster at anchor, bow to the left.
extension SceneHarbour {
  private var shipLength: Double { 0.62 * unit }
  var shipWaterline: Double { size.y * Self.horizon + 0.10 * unit }

  /// A place on the ship: from bow (0) to stern (1), and up from the waterline, in lengths of the ship.
  private func ship(_ along: Double, _ up: Double) -> SIMD2<Double> {
    SIMD2(
      size.x * 0.625 + (along - 0.5) * shipLength, shipWaterline - up * shipLength)
  }

  /// On a platform of the mast above the bridge.
  var shipLamp: SIMD2<Double> { ship(0.700, 0.352) }

  func paintShip(_ canvas: inout SceneCanvas) {
    let hull = [
      ship(0.000, 0.122), ship(0.060, 0.112), ship(0.165, 0.103), ship(0.168, 0.084), ship(0.36, 0.072),
      ship(0.62, 0.072), ship(0.90, 0.080), ship(0.995, 0.094), ship(1.000, 0.080), ship(0.975, 0.012),
      ship(0.960, -0.002), ship(0.055, -0.002), ship(0.040, 0.020),
    ]
    let house = [
      ship(0.615, 0.07), ship(0.625, 0.140), ship(0.935, 0.140), ship(0.945, 0.07),
    ]
    let deck = [ship(0.640, 0.140), ship(0.645, 0.196), ship(0.850, 0.196), ship(0.860, 0.140)]
    let bridge = [ship(0.640, 0.204), ship(0.650, 0.252), ship(0.765, 0.252), ship(0.768, 0.204)]
    let funnel = [ship(0.806, 0.196), ship(0.812, 0.292), ship(0.868, 0.292), ship(0.876, 0.196)]

    let black = SceneColour(0x0A0D18)
    let upper = SceneColour(0x272B40)
    for (shape, colour) in [(hull, black), (house, upper), (deck, upper), (bridge, upper), (funnel, black)] {
      reflect(shape, colour.mixed(black, 0.5), about: shipWaterline, &canvas, opacity: 0.9)
    }

    paintRigging(&canvas, black)
    canvas.fill(funnel, SceneColour(0x151826))
    canvas.fill(
      [ship(0.8085, 0.238), ship(0.8105, 0.268), ship(0.8695, 0.268), ship(0.8715, 0.238)],
      SceneColour(0x6B2F35))
    canvas.fill(house, upper)
    canvas.fill(deck, SceneColour(0x2E3249))
    canvas.fill(bridge, SceneColour(0x353A52))
    // Surfaces that face the west are lit by the glow.
    canvas.fill(
      [ship(0.615, 0.07), ship(0.625, 0.140), ship(0.631, 0.140), ship(0.621, 0.07)], SceneColour(0x6E5866))
    canvas.fill(
      [ship(0.640, 0.140), ship(0.645, 0.196), ship(0.650, 0.196), ship(0.645, 0.140)], SceneColour(0x7A606A))
    canvas.fill(
      [ship(0.640, 0.204), ship(0.650, 0.252), ship(0.656, 0.252), ship(0.646, 0.204)], SceneColour(0x8A6A6E))
    // Decks, roofs and the wing of the bridge protrude a little.
    for (from, to, up) in [(0.610, 0.940, 0.141), (0.622, 0.862, 0.199), (0.632, 0.778, 0.255)] {
      canvas.stroke(ship(from, up), ship(to, up), width: 0.008 * shipLength, black)
    }
    canvas.fill(hull, black)
    canvas.fill(
      [ship(0.044, 0.018), ship(0.972, 0.018), ship(0.960, -0.002), ship(0.053, -0.002)],
      SceneColour(0x35161D))
    canvas.stroke(ship(0.004, 0.120), ship(0.165, 0.103), width: 0.0035 * shipLength, SceneColour(0x4A4052))
    canvas.stroke(ship(0.168, 0.083), ship(0.36, 0.072), width: 0.003 * shipLength, SceneColour(0x3A3648))

    paintLights(&canvas)
  }

  private func paintRigging(_ canvas: inout SceneCanvas, _ colour: SceneColour) {
    let thin = 0.0022 * shipLength
    // Main mast with its platform for the lamp, foremast with a boom, wires between them.
    canvas.stroke(ship(0.703, 0.25), ship(0.700, 0.440), width: 0.009 * shipLength, colour)
    canvas.stroke(ship(0.670, 0.330), ship(0.730, 0.330), width: 0.006 * shipLength, colour)
    canvas.stroke(ship(0.682, 0.400), ship(0.718, 0.400), width: 0.004 * shipLength, colour)
    canvas.stroke(ship(0.205, 0.09), ship(0.205, 0.350), width: 0.010 * shipLength, colour)
    canvas.stroke(ship(0.208, 0.130), ship(0.430, 0.250), width: 0.006 * shipLength, colour)
    for (a, b) in [
      (ship(0.205, 0.345), ship(0.010, 0.125)), (ship(0.205, 0.345), ship(0.430, 0.250)),
      (ship(0.205, 0.345), ship(0.700, 0.435)), (ship(0.700, 0.435), ship(0.985, 0.095)),
      (ship(0.430, 0.250), ship(0.430, 0.075)),
    ] {
      canvas.stroke(a, b, width: thin, colour)
    }
    // The lamp's drum.
    let drum = 0.017 * shipLength
    canvas.fillEllipse(at: shipLamp, radii: SIMD2(drum, drum), colour)
    canvas.fillEllipse(at: shipLamp, radii: SIMD2(drum, drum) * 0.7, SceneColour(0x23263A))
  }

  private func paintLights(_ canvas: inout SceneCanvas) {
    let warm = SceneColour(0xFFC27A)
    // Bridge windows: one lit room behind five panes.
    for pane in 0..<5 {
      let left = 0.660 + Double(pane) * 0.0205
      canvas.fill(
        [
          ship(left, 0.226), ship(left, 0.243), ship(left + 0.0155, 0.243), ship(left + 0.0155, 0.226),
        ], warm * (pane == 3 ? 0.35 : 0.62))
    }
    for (along, up, strength) in [
      (0.668, 0.168, 0.6), (0.704, 0.168, 0.6), (0.740, 0.168, 0.15), (0.776, 0.168, 0.6),
      (0.655, 0.105, 0.5), (0.700, 0.105, 0.15), (0.745, 0.105, 0.55), (0.790, 0.105, 0.55),
      (0.880, 0.105, 0.5),
    ] {
      canvas.fillEllipse(
        at: ship(along, up), radii: SIMD2(0.0065, 0.0065) * shipLength, warm * Float(strength))
    }
    canvas.glow(at: ship(0.700, 0.443), radius: 0.004 * shipLength, SceneColour(0xFFF0D8) * 0.7)
    canvas.glow(at: ship(0.205, 0.353), radius: 0.0035 * shipLength, SceneColour(0xFFF0D8) * 0.55)
    canvas.glow(at: ship(0.638, 0.215), radius: 0.004 * shipLength, SceneColour(0xFF3A30) * 0.8)
  }
}
