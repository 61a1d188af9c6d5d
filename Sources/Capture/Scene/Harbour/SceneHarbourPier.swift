// The pier in the foreground, and on it a person who reads the ship's signals.
extension SceneHarbour {
  /// At the end of the pier, on a post; dark unless a torch hangs there.
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
    // Unlit lamp post, and a person who watches the ship.
    canvas.stroke(SIMD2(end, deck), SIMD2(end, pierLamp.y), width: unit * 0.0045, wood)
    let cover = [SIMD2(-0.010, 0.004), SIMD2(-0.006, -0.010), SIMD2(0.006, -0.010), SIMD2(0.010, 0.004)]
    canvas.fill(cover.map { pierLamp + $0 * unit }, wood)
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
}
