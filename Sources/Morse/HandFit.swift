import Foundation

/// Finds the hand that explains a series of runs best, with no speed given.
///
/// Each unit of a logarithmic grid is scored by the likelihood of a mixture (dot or dash; element gap, character gap, or a
/// longer pause of any length), the best is refined by expectation maximisation, and the pauses that part characters are
/// then split into those between characters and those between words by their own clusters.
enum HandFit {
  /// Speeds looked for, in seconds a unit: 60 to 0.4 words a minute.
  static let units = 0.02...3.0
  private static let gridStep = 1.08

  static func fit(_ runs: some Collection<Run>) -> Hand? {
    guard runs.contains(where: \.isOn) else { return nil }
    var best: (score: Double, hand: Hand)?
    var unit = units.lowerBound
    while unit <= units.upperBound {
      let hand = Hand(unit: unit)
      let score = score(runs, hand)
      if score > best?.score ?? -.infinity { best = (score, hand) }
      unit *= gridStep
    }
    guard var hand = best?.hand else { return nil }
    for _ in 0..<6 { hand = refined(hand, by: runs) }
    return withSeparators(hand, from: runs)
  }

  /// Older runs count less: a sender changes speed.
  private static func weights(_ count: Int) -> [Double] {
    (0..<count).map { exp(-Double(count - 1 - $0) / 48) }
  }

  private static func score(_ runs: some Collection<Run>, _ hand: Hand) -> Double {
    // A weak preference for the speeds people send at.
    let offset = log(hand.dot / 0.1)
    var score = -0.5 * offset * offset / (1.2 * 1.2)
    for (run, weight) in zip(runs, weights(runs.count)) {
      func density(_ mean: Double) -> Double {
        exp(Hand.logDensity(run.length, mean: mean, variance: run.variance))
      }
      // Any length at all, for glitches and hesitation: uniform in its logarithm over a factor of 1000.
      let any = 1 / (run.length * log(1000))
      let likelihood =
        if run.isOn {
          0.49 * density(hand.dot) + 0.49 * density(hand.dash) + 0.02 * any
        } else {
          0.58 * density(hand.elementGap) + 0.25 * density(hand.characterGap) + 0.07 * density(hand.wordGap)
            + 0.1 * (run.length > 2 * hand.dot ? any : 0.1 * any)
        }
      score += weight * log(likelihood)
    }
    return score
  }

  /// One step of expectation maximisation for dot, dash and element gap; each mean is held near its place in the
  /// standard timing by a prior worth a few runs.
  private static func refined(_ hand: Hand, by runs: some Collection<Run>) -> Hand {
    var dot = Mean(), dash = Mean(), gap = Mean()
    for (run, weight) in zip(runs, weights(runs.count)) {
      if run.isOn {
        let isDash = 1 / (1 + exp(-hand.dashEvidence(run)))
        dot.add(run.length, weight * (1 - isDash))
        dash.add(run.length, weight * isDash)
      } else {
        let isSeparator = 1 / (1 + exp(-hand.separatorEvidence(length: run.length, variance: run.variance)))
        gap.add(run.length, weight * (1 - isSeparator))
      }
    }
    let unit = (dot.sum + dash.sum / 3 + gap.sum + hand.unit) / (dot.weight + dash.weight + gap.weight + 1)
    var next = hand
    next.dot = dot.value(prior: unit, weight: 2)
    next.dash = max(dash.value(prior: 3 * unit, weight: 2), 1.6 * next.dot)
    next.elementGap = gap.value(prior: unit, weight: 2)
    next.characterGap = 3 * unit
    next.wordGap = 7 * unit
    return next
  }

  /// Splits the pauses longer than an element gap: every centre of a logarithmic grid for the character gap, with the word
  /// gap at 1.8 to 3 times it, is scored by a mixture on log lengths.
  private static func withSeparators(_ hand: Hand, from runs: some Collection<Run>) -> Hand {
    let pauses = runs.filter {
      !$0.isOn && hand.separatorEvidence(length: $0.length, variance: $0.variance) > 0
    }
    var best = (score: -Double.infinity, character: hand.characterGap, word: hand.wordGap)
    var stretch = 0.7
    while stretch < 16 {
      let character = 3 * hand.unit * stretch
      for ratio in [7.0 / 3, 11.0 / 6, 3] {
        var score = -1.5 * abs(log(stretch)) - 0.5 * abs(log(ratio * 3 / 7))
        for pause in pauses {
          func density(_ mean: Double, _ spread: Double) -> Double {
            let deviation = log(pause.length / mean)
            let variance = spread * spread + pause.variance / (pause.length * pause.length)
            return exp(-0.5 * deviation * deviation / variance) / variance.squareRoot()
          }
          score += log(
            0.75 * density(character, 0.15) + 0.2 * density(character * ratio, 0.2)
              + 0.05 * (pause.length > character ? 1 : 0.01))
        }
        if score > best.score { best = (score, character, character * ratio) }
      }
      stretch *= 1.08
    }
    var next = hand
    next.characterGap = best.character
    next.wordGap = best.word
    return next
  }

  private struct Mean {
    var sum = 0.0
    var weight = 0.0

    mutating func add(_ value: Double, _ weight: Double) {
      sum += value * weight
      self.weight += weight
    }

    func value(prior: Double, weight priorWeight: Double) -> Double {
      (sum + prior * priorWeight) / (weight + priorWeight)
    }
  }
}
