import Foundation

/// The strongest regular alternation in a light: a line of its spectrum.
///
/// Machine-sent Morse has one too, at half a period to the unit, but most of its light lies elsewhere.
struct Beat: Sendable {
  /// Periods in a frame: 0 to 1/2.
  let frequency: Double
  /// The share of the light's variance that is in the line, and in the line with its harmonics. A sine has none.
  let fundamental: Double
  let share: Double
  /// How much of the power around the line is in it: what no clock makes is broader.
  let sharpness: Double

  /// Slower than three periods in the levels, nothing is regular.
  private static let slowest = 3
  /// Hann's window spreads a line over so many bins to either side; what lies within `surroundings` is beside it.
  private static let width = 2
  private static let surroundings = 10

  /// `nil` where there are too few levels, or none that differ.
  init?(of levels: [Double]) {
    let count = levels.count
    guard count >= 64 else { return nil }
    let power = Self.power(levels)
    let total = power.reduce(0, +)
    guard total > 1e-9 else { return nil }
    func sum(around bin: Int, _ margin: Int) -> Double {
      power[max(1, bin - margin)...min(power.count - 1, bin + margin)].reduce(0, +)
    }
    let peak = (Self.slowest..<power.count).max { power[$0] < power[$1] } ?? Self.slowest
    var bins: Set<Int> = []
    for harmonic in 1...5 {
      // Above half the frame rate they come back mirrored.
      let folded = peak * harmonic % count
      let bin = min(folded, count - folded)
      // The peak lies up to half a bin beside the line, its harmonics the farther.
      let margin = Self.width + harmonic / 2
      bins.formUnion(max(1, bin - margin)...max(1, min(power.count - 1, bin + margin)))
    }
    frequency = Double(peak) / Double(count)
    fundamental = sum(around: peak, Self.width) / total
    share = bins.reduce(0) { $0 + power[$1] } / total
    sharpness = sum(around: peak, Self.width) / max(sum(around: peak, Self.surroundings), 1e-12)
  }

  /// The power at each whole number of periods, from none to half the count of the levels.
  private static func power(_ levels: [Double]) -> [Double] {
    let count = Double(levels.count)
    let mean = levels.reduce(0, +) / count
    let windowed = levels.enumerated().map {
      ($1 - mean) * (1 - cos(2 * .pi * (Double($0) + 0.5) / count))
    }
    // Goertzel's recurrence, for as many bins at a time as the processor takes.
    typealias Bins = SIMD8<Double>
    var power: [Double] = []
    for first in stride(from: 0, through: levels.count / 2, by: Bins.scalarCount) {
      var turn = Bins()
      for offset in turn.indices { turn[offset] = 2 * cos(2 * .pi * Double(first + offset) / count) }
      var (last, before) = (Bins(), Bins())
      for level in windowed { (last, before) = (level + turn * last - before, last) }
      let squares = last * last + before * before - turn * last * before
      power += squares.indices.map { max(0, squares[$0]) }
    }
    return Array(power.prefix(levels.count / 2 + 1))
  }
}
