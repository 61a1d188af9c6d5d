import Capture
import Foundation

/// The motion of a hand that holds a camera or a torch: a damped oscillator with a random drive, and a tremor.
///
/// The sway is slow and wide, at about 0.35 Hz, with a damping of one half, as measured in handheld videos. The tremor is that of
/// a stretched arm, 7 to 9 Hz (Elble and Koller, "Tremor", 1990).
struct HandMotion {
  private static let frequency = 0.35
  private static let damping = 0.5
  /// Steps of the simulation per second, and seconds until its start has no effect.
  private static let rate = 240.0
  private static let settling = 10.0
  /// The tremor's root mean square along each axis, in pixels, and its frequencies in Hz.
  private static let tremor = 0.5...1.5
  private static let tremorFrequency = 7.0...9.0

  private let path: [SIMD2<Double>]

  /// - Parameters:
  ///   - sway: The root mean square of the sway along each axis, in pixels; 0 is no hand.
  ///   - duration: Seconds; then the path repeats.
  init(sway: Double, duration: Double, seed: UInt64) {
    guard sway > 0 else {
      path = []
      return
    }
    var random = SceneRandom(seed: seed, stream: SceneRandom.hand)
    let (omega, step) = (2 * Double.pi * Self.frequency, 1 / Self.rate)
    var (place, velocity) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var path: [SIMD2<Double>] = []
    for index in 0..<Int((duration + Self.settling) * Self.rate) + 2 {
      let push = random.gaussianPair()
      velocity += SIMD2(push.0, push.1) - step * (2 * Self.damping * omega * velocity + omega * omega * place)
      place += step * velocity
      if Double(index) >= Self.settling * Self.rate { path.append(place) }
    }
    let mean = path.reduce(.zero, +) / Double(path.count)
    let square = path.reduce(SIMD2<Double>.zero) { $0 + ($1 - mean) * ($1 - mean) } / Double(path.count)
    let scale = SIMD2(repeating: sway) / square.squareRoot()
    let tremor = (0..<2).map { _ in
      (
        2.squareRoot() * random.within(Self.tremor), random.within(Self.tremorFrequency),
        2 * .pi * random.unit()
      )
    }
    self.path = path.enumerated().map { index, place in
      let angles = tremor.map { 2 * .pi * $0.1 * Double(index) / Self.rate + $0.2 }
      return (place - mean) * scale + SIMD2(tremor[0].0 * sin(angles[0]), tremor[1].0 * sin(angles[1]))
    }
  }

  /// The largest offset along an axis, in whole pixels.
  var reach: Int { Int(path.reduce(0) { max($0, abs($1.x), abs($1.y)) }.rounded(.up)) }

  /// The offset at `time` (seconds), in pixels.
  func offset(at time: Double) -> SIMD2<Double> {
    guard path.count > 1 else { return .zero }
    let place = time * Self.rate
    let index = Int(place)
    let (here, next) = (path[index % path.count], path[(index + 1) % path.count])
    return here + (place - Double(index)) * (next - here)
  }
}
