import FoundationEssentials
import Glibc

/// Shake of the picture: a smooth random walk around the rest position, made of waves along each axis.
package struct SceneShake {
  private typealias Wave = (amplitude: Double, frequency: Double, phase: Double)

  private let horizontal: [Wave]
  private let vertical: [Wave]

  /// - Parameter rms: Root mean square of the offset along each axis, in pixels.
  package init(rms: Double, seed: UInt64) {
    var random = SceneRandom(seed: seed, stream: SceneRandom.shake)
    func waves() -> [Wave] {
      // From 0.4 to 7 Hz; faster waves are weaker.
      let waves = (0..<7).map { index in
        let frequency = 0.4 * pow(1.6, Double(index)) * random.within(0.85...1.15)
        return (amplitude: 1 / frequency, frequency: frequency, phase: random.unit() * 2 * .pi)
      }
      // A sine's mean square is half its amplitude squared.
      let power = waves.reduce(0) { $0 + $1.amplitude * $1.amplitude / 2 }
      return waves.map { ($0.amplitude * rms / power.squareRoot(), $0.frequency, $0.phase) }
    }
    horizontal = waves()
    vertical = waves()
  }

  /// The largest offset of the picture, in whole pixels.
  var reach: Int {
    let farthest = [horizontal, vertical].map { $0.reduce(0) { $0 + $1.amplitude } }.max() ?? 0
    return Int(farthest.rounded(.up))
  }

  /// The offset of the picture at `time` (seconds), in pixels.
  package func offset(at time: Double) -> SIMD2<Double> {
    func sum(_ waves: [Wave]) -> Double {
      waves.reduce(0) { $0 + $1.amplitude * sin(2 * .pi * $1.frequency * time + $1.phase) }
    }
    return SIMD2(sum(horizontal), sum(vertical))
  }
}
