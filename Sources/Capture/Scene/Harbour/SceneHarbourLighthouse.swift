// The lighthouse on the headland. Its lamp is constant, so it must not be detected.
extension SceneHarbour {
  /// The place of the lighthouse, in units to the right of the picture's middle.
  var lighthouse: Double { -0.335 * size.x / unit }

  func paintLighthouse(_ canvas: inout SceneCanvas) {
    let tower = SceneColour(0x54526B)
    let shade = SceneColour(0x33344B)
    let rock = SceneColour(0x10131F)
    // A place given in units from the tower's middle, and from the horizon downwards.
    func at(_ x: Double, _ y: Double) -> SIMD2<Double> { place(lighthouse + x, y) }
    // A part of the tower between two heights. `halves` are half its widths at the lower and the upper height. With `side`,
    // only the part to the right of this fraction of the half width.
    func part(
      _ lower: Double, _ upper: Double, halves: (Double, Double), from side: Double = -1
    ) -> [SIMD2<Double>] {
      [at(halves.0 * side, lower), at(halves.0, lower), at(halves.1, upper), at(halves.1 * side, upper)]
    }
    // Keeper's house.
    canvas.fill(
      [
        at(-0.085, -0.06), at(-0.085, -0.098), at(-0.060, -0.122), at(-0.026, -0.122), at(-0.008, -0.098),
        at(-0.008, -0.06),
      ], SceneColour(0x1B1D2E))
    canvas.glow(at: at(-0.048, -0.083), radius: unit * 0.0030, SceneColour(0xFFB868) * 0.8)
    canvas.fill(part(-0.06, -0.272, halves: (0.026, 0.0165)), tower)
    canvas.fill(part(-0.125, -0.180, halves: (0.0234, 0.0208)), SceneColour(0x6A3440))
    canvas.fill(part(-0.06, -0.272, halves: (0.026, 0.0165), from: 0.1), shade, opacity: 0.6)
    // Gallery, lantern room, dome.
    canvas.fill(part(-0.272, -0.279, halves: (0.0235, 0.0235)), rock)
    canvas.fill(part(-0.279, -0.316, halves: (0.0125, 0.0125)), SceneColour(0x3B3A4C))
    canvas.fill(
      [at(-0.0155, -0.316), at(0.0155, -0.316), at(0.006, -0.333), at(0, -0.345), at(-0.006, -0.333)], rock)
    for side in [-1.0, 1.0] {
      canvas.stroke(at(0.022 * side, -0.279), at(0.022 * side, -0.292), width: unit * 0.0015, rock)
      canvas.stroke(at(0.0125 * side, -0.279), at(0.0125 * side, -0.316), width: unit * 0.0018, rock)
    }
    canvas.stroke(at(-0.022, -0.292), at(0.022, -0.292), width: unit * 0.0015, rock)
    canvas.glow(at: at(0, -0.300), radius: unit * 0.0065, SceneColour(0xFFD79A) * 0.85)
  }
}
