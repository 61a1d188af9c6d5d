import Foundation

/// The strongest line in the spectrum of a light: its strongest regular alternation.
///
/// Machine-sent Morse has one too, at half a period per unit, but most of its power is outside this line.
struct SpectralLine: Sendable {
  /// Periods per frame: 0 to 1/2.
  let frequency: Double
  /// The share of the light's variance in the line.
  let fundamentalShare: Double
  /// The share of the light's variance in the line and its harmonics. A sine has no harmonics.
  let shareWithHarmonics: Double
  /// The share of the power around the line that is in it. A light without a clock has a broader line.
  let sharpness: Double

  /// The lowest line, in periods within the levels: fewer than three are not regular.
  private static let minimumPeriods = 3
  /// A Hann window spreads a line over `lineWidth` bins to either side. Bins up to `neighbourhood` are compared with it.
  private static let lineWidth = 2
  private static let neighbourhood = 10

  /// `nil` if there are too few levels, or if all are equal.
  init?(of levels: [Double]) {
    let count = levels.count
    guard count >= 64 else { return nil }
    let power = Self.power(levels)
    let total = power.reduce(0, +)
    guard total > 1e-9 else { return nil }
    func sum(around bin: Int, _ margin: Int) -> Double {
      power[max(1, bin - margin)...min(power.count - 1, bin + margin)].reduce(0, +)
    }
    let peak = (Self.minimumPeriods..<power.count).max { power[$0] < power[$1] } ?? Self.minimumPeriods
    var bins: Set<Int> = []
    for harmonic in 1...5 {
      // Above half the frame rate harmonics are aliased.
      let folded = peak * harmonic % count
      let bin = min(folded, count - folded)
      // The peak is up to half a bin from the line, and its harmonics are proportionally farther away.
      let margin = Self.lineWidth + harmonic / 2
      bins.formUnion(max(1, bin - margin)...max(1, min(power.count - 1, bin + margin)))
    }
    frequency = Double(peak) / Double(count)
    fundamentalShare = sum(around: peak, Self.lineWidth) / total
    shareWithHarmonics = bins.reduce(0) { $0 + power[$1] } / total
    sharpness = sum(around: peak, Self.lineWidth) / max(sum(around: peak, Self.neighbourhood), 1e-12)
  }

  /// The power at each whole number of periods, from 0 to half the number of levels.
  private static func power(_ levels: [Double]) -> [Double] {
    let count = Double(levels.count)
    let mean = levels.reduce(0, +) / count
    let windowed = levels.enumerated().map {
      ($1 - mean) * (1 - cos(2 * .pi * (Double($0) + 0.5) / count))
    }
    // Goertzel's recurrence, for several bins at a time (SIMD).
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
