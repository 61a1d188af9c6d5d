import Foundation
import Morse

extension FilmedLight.Sender {
  /// The keying style of a sender. Each kind of duration is log-normal, as Alex Shovkoplyas, VE3NEA, the author of CW Skimmer,
  /// measured it off air. A program may instead wait after a mark for as long as the mark was.
  public struct Style: Sendable {
    /// A duration in units: the mean of its logarithm, and the standard deviation.
    struct Duration: Sendable {
      var mean: Double
      var deviation: Double

      init(_ mean: Double, _ deviation: Double) {
        self.mean = mean
        self.deviation = deviation
      }
    }

    /// Length of the unit in seconds.
    var unit: Double
    var dot: Duration
    var dash: Duration
    var elementGap: Duration
    var characterGap: Duration
    var wordGap: Duration
    /// The constant, in units, by which all marks of a sender are longer and all gaps shorter: its mean, and its standard
    /// deviation.
    var excess = 0.0
    var weight = 0.0
    /// The probability of a pause for thought of 1 to 3 seconds between two characters of a word.
    var pauseProbability = 0.0
    /// Whether the sender waits after each mark for as long as the mark was. ``characterGap`` and ``wordGap`` are then added to
    /// that time, and ``elementGap`` has no effect.
    var waitsForMark = false

    init(
      wordsPerMinute: Double, dot: Duration, dash: Duration, elementGap: Duration, characterGap: Duration,
      wordGap: Duration
    ) {
      unit = 1.2 / wordsPerMinute
      self.dot = dot
      self.dash = dash
      self.elementGap = elementGap
      self.characterGap = characterGap
      self.wordGap = wordGap
    }

    /// The times at which the lamp is on when this sender keys `keying`. `keying` has standard timing at any speed.
    func send(_ keying: Keying, from begin: Double, using random: inout SeededRandom) -> [Range<Double>] {
      let standard = keying.marks.map { $0.upperBound - $0.lowerBound }.min() ?? 1
      let excess = (self.excess + weight * random.normal()) * unit
      func length(_ duration: Duration, _ random: inout SeededRandom) -> Double {
        unit * exp(duration.mean + duration.deviation * random.normal())
      }
      var marks: [Range<Double>] = []
      var time = begin
      for (index, mark) in keying.marks.enumerated() {
        let isDash = mark.upperBound - mark.lowerBound > 1.8 * standard
        let lit = max(0.2 * unit, length(isDash ? dash : dot, &random) + excess)
        marks.append(time..<time + lit)
        time += lit
        guard index + 1 < keying.marks.count else { break }
        let units = (keying.marks[index + 1].lowerBound - mark.upperBound) / standard
        let kind = units < 2 ? elementGap : units < 5 ? characterGap : wordGap
        var dark = max(0.2 * unit, length(kind, &random) - excess)
        if waitsForMark { dark = lit + (units < 2 ? 0 : length(kind, &random)) }
        if units > 2, units < 5, Double.random(in: 0..<1, using: &random) < pauseProbability {
          dark += Double.random(in: 1...3, using: &random)
        }
        time += dark
      }
      return marks
    }
  }
}

extension FilmedLight.Sender.Style {
  /// A straight key.
  public static func straightKey(_ wordsPerMinute: Double) -> Self {
    var style = Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0.15), dash: .init(1.5, 0.3), elementGap: .init(0, 0.2),
      characterGap: .init(1.5, 0.3), wordGap: .init(2, 0.2))
    style.weight = 0.1
    return style
  }

  /// A beginner: the lengths of every kind vary by this standard deviation of the logarithm.
  public static func uneven(_ wordsPerMinute: Double, by deviation: Double) -> Self {
    Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, deviation), dash: .init(1.1, deviation),
      elementGap: .init(0, deviation), characterGap: .init(1.3, deviation), wordGap: .init(2.2, deviation))
  }

  /// A mechanical bug key: a pendulum makes its dots.
  public static func bug(_ wordsPerMinute: Double) -> Self {
    Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0.05), dash: .init(1.1, 0.2), elementGap: .init(0, 0.05),
      characterGap: .init(1.1, 0.2), wordGap: .init(1.94, 0.2))
  }

  /// An electronic keyer: dots and dashes are regular, pauses are not.
  public static func paddle(_ wordsPerMinute: Double) -> Self {
    Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0.05), dash: .init(1.1, 0.016),
      elementGap: .init(0, 0.05), characterGap: .init(1.1, 0.2), wordGap: .init(1.94, 0.2))
  }

  /// A beginner with a torch.
  public static func novice(_ wordsPerMinute: Double) -> Self {
    Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0.18), dash: .init(1.15, 0.16),
      elementGap: .init(0.1, 0.2), characterGap: .init(1.4, 0.2), wordGap: .init(2.3, 0.2))
  }

  /// A sender who covers a lamp with a hand or a hat, and always a little late: all marks are longer and all gaps shorter by
  /// `excess` units.
  public static func coveredLamp(_ wordsPerMinute: Double, excess: Double) -> Self {
    var style = Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0.1), dash: .init(1.1, 0.1), elementGap: .init(0, 0.1),
      characterGap: .init(1.25, 0.15), wordGap: .init(2.1, 0.15))
    style.excess = excess
    return style
  }

  /// A beginner with regular marks, long pauses, and some pauses for thought within words.
  public static func carefulNovice(_ wordsPerMinute: Double) -> Self {
    var style = Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0.1), dash: .init(1.15, 0.1),
      elementGap: .init(0.05, 0.12), characterGap: .init(1.5, 0.12), wordGap: .init(2.4, 0.12))
    style.pauseProbability = 0.08
    return style
  }

  /// A hobbyist's program that waits after each mark for as long as the mark was.
  ///
  /// - Parameters:
  ///   - dash: Length of a dash in units.
  ///   - character: The extra wait between characters, in units.
  ///   - word: The extra wait between words, in units.
  public static func sketch(_ wordsPerMinute: Double, dash: Double, character: Double, word: Double) -> Self {
    var style = Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0), dash: .init(log(dash), 0), elementGap: .init(0, 0),
      characterGap: .init(log(character), 0), wordGap: .init(log(word), 0))
    style.waitsForMark = true
    return style
  }

  /// A machine's program: every duration is a number of units.
  public static func machine(
    _ wordsPerMinute: Double, dash: Double, elementGap: Double = 1, character: Double, word: Double
  ) -> Self {
    Self(
      wordsPerMinute: wordsPerMinute, dot: .init(0, 0), dash: .init(log(dash), 0),
      elementGap: .init(log(elementGap), 0), characterGap: .init(log(character), 0),
      wordGap: .init(log(word), 0))
  }
}
