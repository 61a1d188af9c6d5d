import Foundation

/// Tells gaps between characters from those between words by how a sender's gaps cluster.
struct SpaceSorter: Sendable {
  /// The last gaps, in units, oldest first.
  private var gaps: [Double] = []
  /// Mean gap between characters, and how many times longer one between words is.
  private(set) var character = 3.0
  private var ratio = 7.0 / 3
  private var spread = 0.15
  private var newSinceFit = 0
  /// Longer gaps, in units, part words.
  private var threshold = 0.0

  /// A sender of whom nothing is known keeps the standard's gaps.
  init() { findThreshold() }

  mutating func append(_ gap: Double) {
    gaps.append(gap)
    if gaps.count > 64 { gaps.removeFirst() }
    newSinceFit += 1
    if gaps.count < 16 || newSinceFit >= 8 { fit() }
  }

  /// Whether enough gaps were seen to know the sender's spacing.
  var isFamiliar: Bool { gaps.count >= 5 }

  /// Mean gap between words.
  var word: Double { character * ratio }

  func isWord(_ gap: Double) -> Bool { gap > threshold }

  /// Where both are equally likely.
  private mutating func findThreshold() {
    // Of two normals with means 1 and r, spreads s and r s, and one word gap in five.
    var (low, high) = (character, word)
    for _ in 0..<12 {
      let middle = (low + high) / 2
      let inside = max(density(middle, character, 0.8), stalled(middle))
      if density(middle, word, 0.2) > inside { high = middle } else { low = middle }
    }
    threshold = low
  }

  /// The density of gaps between characters that a stall made longer (``Hand/Length``): one in 250, by a unit on average,
  /// where they are even.
  private func stalled(_ gap: Double) -> Double {
    let evenness = min(1, 0.04 / spread)
    return log(0.8 * 0.004) + 6 * log(evenness) - (gap - character)
  }

  private func density(_ gap: Double, _ mean: Double, _ share: Double) -> Double {
    let z = (gap / mean - 1) / spread
    return log(share / mean / spread) - 0.5 * z * z
  }

  private mutating func fit() {
    newSinceFit = 0
    var best = -Double.infinity
    var found = (character: 3.0, ratio: 7.0 / 3, spread: 0.15)
    var stretch = 0.6
    while stretch < 9 {
      for ratio in [1.7, 2.0, 7.0 / 3, 2.8] {
        spreads: for spread in [0.04, 0.07, 0.13, 0.2] {
          var score = -1.2 * abs(log(stretch)) - 1.5 * abs(log(ratio * 3 / 7))
          let mean = 3 * stretch
          // No gap is likelier than this.
          let most = -log(spread * mean)
          for (index, gap) in gaps.enumerated() {
            if score + Double(gaps.count - index) * most < best { continue spreads }
            let a = (gap / mean - 1) / spread
            let b = (gap / mean / ratio - 1) / spread
            let density = 0.78 * exp(-0.5 * a * a) + 0.2 / ratio * exp(-0.5 * b * b)
            // Longer ones are pauses of any length.
            let pause = gap > mean ? 0.02 * spread * mean / gap : 1e-5
            score += log((density + pause) / (spread * mean))
          }
          if score > best {
            best = score
            found = (mean, ratio, spread)
          }
        }
      }
      stretch *= 1.07
    }
    (character, ratio, spread) = found
    findThreshold()
  }
}
