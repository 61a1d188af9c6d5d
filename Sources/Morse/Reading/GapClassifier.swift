import Foundation

/// Distinguishes gaps between characters from those between words, by the clusters of a sender's gaps.
struct GapClassifier: Sendable {
  /// The last gaps, in units, oldest first.
  private var gaps: [Double] = []
  /// Mean gap between characters, in units.
  private(set) var character = 3.0
  /// Gap between words divided by gap between characters.
  private var ratio = 7.0 / 3
  /// Standard deviation of the logarithm of both kinds of gap.
  private var spread = 0.15
  private var newSinceFit = 0

  mutating func append(_ gap: Double) {
    guard gap > 0 else { return }
    gaps.append(gap)
    if gaps.count > 64 { gaps.removeFirst() }
    newSinceFit += 1
    if gaps.count < 16 || newSinceFit >= 8 { fit() }
  }

  /// Whether enough gaps were received to know the sender's spacing.
  var hasLearnedSpacing: Bool { gaps.count >= 5 }

  /// Mean gap between words, in units.
  var word: Double { character * ratio }

  /// The logarithm of how much likelier a gap separates words than characters, if one gap in five separates words.
  func odds(ofWordAt gap: Double) -> Double {
    guard gap > character else { return min(-1, density(gap, word, 0.2) - density(gap, character, 0.8)) }
    guard gap < word else { return max(1, density(gap, word, 0.2) - withinWord(gap)) }
    return density(gap, word, 0.2) - withinWord(gap)
  }

  func isWord(_ gap: Double) -> Bool { odds(ofWordAt: gap) > 0 }

  /// The density of gaps within a word, of all kinds.
  private func withinWord(_ gap: Double) -> Double {
    max(density(gap, character, 0.8), pauseForThought(gap))
  }

  /// The density of pauses for thought within a word: 1 % of the gaps between characters if these vary by 20 % or more, as VE3NEA
  /// measured for straight keys. It falls with the fourth power of the variation (chosen, not measured), because machines do not
  /// pause. The length is up to thirty times the usual, uniform in the logarithm.
  private func pauseForThought(_ gap: Double) -> Double {
    let variation = min(1, spread / 0.2)
    return log(0.8 * 0.01 / log(30.0)) + 4 * log(variation) - log(gap)
  }

  private func density(_ gap: Double, _ mean: Double, _ share: Double) -> Double {
    let z = log(max(gap, 1e-3) / mean) / spread
    return log(share / gap / spread) - 0.5 * z * z
  }

  private static let ratios = [1.25, 1.45, 1.7, 2.0, 7.0 / 3, 2.8]
  private static let spreads = [0.04, 0.07, 0.13, 0.2, 0.28]

  private mutating func fit() {
    newSinceFit = 0
    var best = -Double.infinity
    var found = (character: 3.0, ratio: 7.0 / 3, spread: 0.15)
    let logarithms = gaps.map { log($0) }
    var scale = 0.6
    while scale < 9 {
      let mean = log(3 * scale)
      for ratio in Self.ratios {
        let logRatio = log(ratio)
        spreads: for spread in Self.spreads where spread < logRatio / 1.8 {
          var score = -1.2 * abs(log(scale)) - 1.5 * abs(log(ratio * 3 / 7))
          for (index, logarithm) in logarithms.enumerated() {
            // No gap has a higher density than this.
            if score - Double(gaps.count - index) * log(spread) < best { continue spreads }
            let a = (logarithm - mean) / spread
            let b = (logarithm - mean - logRatio) / spread
            let density = 0.78 * exp(-0.5 * a * a) + 0.2 * exp(-0.5 * b * b)
            // Longer gaps are pauses of any length.
            let pause = logarithm > mean ? 0.02 * spread : 1e-5
            score += log((density + pause) / spread)
          }
          if score > best {
            best = score
            found = (exp(mean), ratio, spread)
          }
        }
      }
      scale *= 1.07
    }
    (character, ratio, spread) = found
  }
}
