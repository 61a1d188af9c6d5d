import Foundation

/// Distinguishes gaps between characters from those between words, by the distribution of a sender's gaps.
///
/// The logarithms of both kinds of gap are normal with one standard deviation. Each of some 1,100 spacings (two means and the
/// deviation) has a probability, which comes from the gaps so far and from how evenly the sender keys. All spacings together
/// give the probability that a gap separates words. After few gaps this is uncertain, and the text decides.
struct GapClassifier: Sendable {
  /// How a sender spaces characters and words.
  private struct Spacing: Sendable {
    /// The logarithm of the mean gap between characters, in units.
    var character: Double
    /// The same of gaps between words.
    var word: Double
    /// Standard deviation of the logarithm of both kinds of gap.
    var spread: Double
    /// The logarithm of its probability before any gap was received.
    var prior: Double
  }

  private static let spacings: [Spacing] = {
    var spacings: [Spacing] = []
    var scale = 0.6
    while scale < 9 {
      for ratio in [1.25, 1.45, 1.7, 2.0, 7.0 / 3, 2.8] {
        for spread in [0.04, 0.07, 0.13, 0.2, 0.28] where spread < log(ratio) / 1.8 {
          spacings.append(
            Spacing(
              character: log(3 * scale), word: log(3 * scale * ratio), spread: spread,
              prior: -1.2 * abs(log(scale)) - 1.5 * abs(log(ratio * 3 / 7))))
        }
      }
      scale *= 1.07
    }
    return spacings
  }()

  /// The logarithm of each spacing's probability after the gaps so far, up to a constant.
  private var logarithms = spacings.map(\.prior)
  /// The probable spacings, with their probabilities. The sum of these is 1.
  private var probable: [(spacing: Spacing, probability: Double)] = [
    (Spacing(character: log(3), word: log(7), spread: 0.15, prior: 0), 1)
  ]
  private var count = 0
  private var variation = LengthVariation()
  /// Mean gaps between characters and between words, in units.
  private(set) var character = 3.0
  private(set) var word = 7.0

  /// The share of the evidence that is left after each gap: a memory of 64 gaps, about a line of text.
  private static let memory = 1 - 1.0 / 64
  /// Spacings that are less probable than the best one by this many nats are left out.
  private static let spacingBeam = 6.0

  /// - Parameters:
  ///   - gap: In units.
  ///   - space: The probability of a space after the text before the gap.
  mutating func append(_ gap: Double, space: Double) {
    guard gap > 0 else { return }
    count += 1
    let logarithm = log(gap)
    for (index, spacing) in Self.spacings.enumerated() {
      let a = (logarithm - spacing.character) / spacing.spread
      let b = (logarithm - spacing.word) / spacing.spread
      let density = 0.98 * ((1 - space) * exp(-0.5 * a * a) + space * exp(-0.5 * b * b))
      // Longer gaps are pauses of any length.
      let pause = logarithm > spacing.character ? 0.02 * spacing.spread : 1e-5
      logarithms[index] =
        spacing.prior + Self.memory * (logarithms[index] - spacing.prior)
        + log((density + pause) / spacing.spread)
    }
    let posteriors = zip(Self.spacings, logarithms).map { $1 + variation.logarithm(ofSpread: $0.spread) }
    let best = posteriors.max() ?? 0
    probable = zip(Self.spacings, posteriors).filter { $0.1 > best - Self.spacingBeam }
      .map { ($0, exp($1 - best)) }
    let sum = probable.reduce(0) { $0 + $1.probability }
    for index in probable.indices { probable[index].probability /= sum }
    character = exp(probable.reduce(0) { $0 + $1.probability * $1.spacing.character })
    word = exp(probable.reduce(0) { $0 + $1.probability * $1.spacing.word })
  }

  /// Takes the marks of a character and the gaps between them.
  mutating func append(_ segments: [MessageGate.Segment], of code: CodeWord) {
    variation.take(segments, of: code)
  }

  /// Whether enough gaps were received to know the sender's spacing.
  var hasLearnedSpacing: Bool { count >= 5 }

  /// The logarithm of how much likelier a gap separates words than characters, if one gap in five separates words.
  func odds(ofWordAt gap: Double) -> Double {
    let logarithm = log(max(gap, 1e-3))
    var between = 0.0
    var within = 0.0
    for (spacing, probability) in probable {
      let a = (logarithm - spacing.character) / spacing.spread
      let b = (logarithm - spacing.word) / spacing.spread
      within += probability * (0.8 * exp(-0.5 * a * a) / spacing.spread + Self.pauseForThought(spacing))
      let pause = logarithm > spacing.word ? Self.pauseBetweenMessages : 0
      between += probability * (0.2 * exp(-0.5 * b * b) / spacing.spread + pause)
    }
    let odds = log((between + 1e-30) / (within + 1e-30))
    if gap < character { return min(-1, odds) }
    if gap > word { return max(1, odds) }
    return odds
  }

  func isWord(_ gap: Double) -> Bool { odds(ofWordAt: gap) > 0 }

  /// The density, per unit of the logarithm, of pauses between messages: one in ten of the gaps between words (chosen, not
  /// measured), because a message has about ten words. They are as long as pauses for thought.
  private static let pauseBetweenMessages = 0.2 * 0.1 / log(30.0)

  /// The density, per unit of the logarithm, of pauses for thought within a word: 1 % of the gaps between characters if these
  /// vary by 20 % or more, as VE3NEA measured for straight keys. It falls with the fourth power of the variation (chosen, not
  /// measured), because machines do not pause. The length is up to thirty times the usual, uniform in the logarithm.
  private static func pauseForThought(_ spacing: Spacing) -> Double {
    0.8 * 0.01 / log(30.0) * pow(min(1, spacing.spread / 0.2), 4)
  }
}

/// How much the lengths within a sender's characters vary. A sender that keys marks unevenly also spaces characters unevenly.
private struct LengthVariation: Sendable {
  /// The mean logarithm of the lengths of dots, of dashes and of gaps, and how many lengths it rests on.
  private var means: [(mean: Double, count: Double)] = Array(repeating: (0, 0), count: 3)
  /// The sum of the squared deviations of the logarithms, and their number.
  private var deviations = (squares: 0.0, count: 0.0)

  /// The most lengths that a mean rests on, and the share of the deviations that is left after each length: a memory of 64.
  private static let maximumCount = 20.0
  private static let memory = 1 - 1.0 / 64
  /// Standard deviation of a length from the uncertainty of its edges, in frames.
  private static let edgeDeviation = 0.3
  /// The least measured spread: 3 %, that of a machine.
  private static let minimumSpread = 0.03
  /// The spread of gaps between characters over that of dots: 0.25 / 0.15 in straight keying, as VE3NEA measured. One standard
  /// deviation of its logarithm among senders (chosen, not measured).
  private static let spacingRatio = 1.7
  private static let ratioDeviation = 0.3
  /// An estimate needs more lengths than this.
  private static let minimumCount = 3.0

  mutating func take(_ segments: [MessageGate.Segment], of code: CodeWord) {
    let elements = code.elements
    guard segments.count == 2 * elements.count - 1 else { return }
    for (index, segment) in segments.enumerated() where segment.length > 0 {
      let kind = index % 2 == 1 ? 2 : elements[index / 2] == .dot ? 0 : 1
      let error = log(segment.length) - means[kind].mean
      let count = min(means[kind].count + 1, Self.maximumCount)
      means[kind] = (means[kind].mean + error / count, count)
      guard count > 1 else { continue }
      let measured = Self.edgeDeviation / segment.frames
      let square = max(0, error * error * (count - 1) / count - measured * measured)
      deviations = (Self.memory * deviations.squares + square, Self.memory * deviations.count + 1)
    }
  }

  /// The logarithm of the probability of a spread of the gaps between characters, up to a constant. An even sender may space
  /// unevenly.
  func logarithm(ofSpread spread: Double) -> Double {
    guard deviations.count > Self.minimumCount else { return 0 }
    let known = max(Self.minimumSpread, (deviations.squares / deviations.count).squareRoot())
    let error = min(0, log(spread / (Self.spacingRatio * known)))
    return -0.5 * error * error / (Self.ratioDeviation * Self.ratioDeviation + 0.5 / deviations.count)
  }
}
