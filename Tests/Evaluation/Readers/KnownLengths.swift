import Filming
import Foundation

/// The true lengths of marks and gaps, from the sender.
struct KnownLengths {
  /// A length in ticks, with its standard deviation.
  struct Length {
    var mean: Double
    var deviation: Double

    /// Lengths outside 3.5 standard deviations are practically impossible.
    var range: ClosedRange<Int> {
      let shortest = max(1, Int((mean - 3.5 * deviation).rounded()))
      return shortest...max(shortest, Int((mean + 3.5 * deviation).rounded()))
    }

    /// The logarithm of the probability of a length, up to a constant.
    func prior(_ ticks: Int) -> Double {
      let z = (Double(ticks) - mean) / deviation
      return -0.5 * z * z - log(deviation)
    }
  }

  /// The lengths at one speed.
  struct AtSpeed {
    var dot: Length
    var dash: Length
    var elementGap: Length
    var characterGap: Length
    var wordGap: Length
  }

  private let sending: Sending
  private let tick: Double
  /// The factor of the speed at each tick; empty if the speed is constant.
  private var speedFactors: [Double] = []
  private var constant: AtSpeed?

  init(_ sending: Sending, marks: [Range<Double>], tick: Double, count: Int) {
    self.sending = sending
    self.tick = tick
    guard let speedFactor = sending.sender.speedFactor else {
      constant = lengths(speedFactor: 1)
      return
    }
    // A mark and the gap before it are sent at the speed at the end of the previous mark, in the time of the keying.
    var next = 0
    for index in 0..<count {
      while next < marks.count - 1, marks[next].upperBound < (Double(index) - 0.5) * tick { next += 1 }
      let time = next == 0 ? 0 : sending.keying.marks[next - 1].upperBound
      speedFactors.append(speedFactor(time, sending.keying.duration))
    }
  }

  /// The lengths of a mark or gap that ends at a tick.
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
