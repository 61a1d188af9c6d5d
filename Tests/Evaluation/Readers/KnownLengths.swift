import Filming
import Foundation

/// How long marks and gaps are, as the sender knows it.
struct KnownLengths {
  /// A length in ticks, with its standard deviation.
  struct Length {
    var mean: Double
    var deviation: Double

    /// Longer or shorter than this is as good as impossible.
    var range: ClosedRange<Int> {
      let shortest = max(1, Int((mean - 3.5 * deviation).rounded()))
      return shortest...max(shortest, Int((mean + 3.5 * deviation).rounded()))
    }

    /// The logarithm of the probability of a length, but for a constant.
    func prior(_ ticks: Int) -> Double {
      let z = (Double(ticks) - mean) / deviation
      return -0.5 * z * z - log(deviation)
    }
  }

  /// The lengths at one moment.
  struct AtSpeed {
    var dot: Length
    var dash: Length
    var elementGap: Length
    var characterGap: Length
    var wordGap: Length
  }

  private let sending: Sending
  private let tick: Double
  /// The factor of the speed at each tick; empty where it never changes.
  private var speedFactors: [Double] = []
  private var constant: AtSpeed?

  init(_ sending: Sending, marks: [Range<Double>], tick: Double, count: Int) {
    self.sending = sending
    self.tick = tick
    guard let speedFactor = sending.sender.speedFactor else {
      constant = lengths(speedFactor: 1)
      return
    }
    // A mark and the gap before it are sent at the speed of the mark's start, on the message's own clock.
    var next = 0
    for index in 0..<count {
      while next < marks.count - 1, marks[next].upperBound < (Double(index) - 0.5) * tick { next += 1 }
      let time = next == 0 ? 0 : sending.keying.marks[next - 1].upperBound
      speedFactors.append(speedFactor(time, sending.keying.duration))
    }
  }

  /// The lengths of what ends at a tick.
  func ending(at index: Int) -> AtSpeed {
    constant ?? lengths(speedFactor: speedFactors[index])
  }

  private func lengths(speedFactor: Double) -> AtSpeed {
    func length(_ units: Double, _ bloom: Double) -> Length {
      let mean = units * sending.timing.unit / speedFactor / tick
      return Length(mean: mean + bloom / tick, deviation: max(sending.sender.jitter * mean, 0.4))
    }
    let timing = sending.timing
    let bloom = sending.sender.bloom
    return AtSpeed(
      dot: length(1, bloom), dash: length(timing.dash, bloom), elementGap: length(timing.elementGap, -bloom),
      characterGap: length(timing.characterGap, -bloom), wordGap: length(timing.wordGap, -bloom))
  }
}
