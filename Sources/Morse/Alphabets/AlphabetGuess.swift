import Foundation

/// Identifies the alphabet of a stream of code words.
///
/// Each alphabet gives every code word a probability. For a letter it is the frequency in the alphabet's languages
/// (`LetterFrequencies`). For a figure or mark it is the same in all alphabets. For a code word that the alphabet cannot read
/// it is very low, because that would be a misread character. The best alphabet is the one under which the words are likeliest.
/// Before the first word Latin is a thousand times as likely as any other, so it stays the best without evidence against it.
/// Letters in random groups and call signs count for Latin too. A repeated word is not counted again, so a beacon that repeats
/// its call sign does not add evidence.
///
/// Measured on lines of the counted translations, cut to 60 characters: at least 99.7 % of the Latin lines were identified as
/// Latin, and 70 % (Russian) to 100 % (Korean) of the others correctly. The rest mostly stayed Latin or counted as another
/// Cyrillic alphabet. Of 3 370 lines with a certain result, 7 results were wrong.
public struct AlphabetGuess: Sendable {
  /// A way to read the stream.
  private struct Candidate: Sendable {
    var alphabet: Alphabet
    var startsInLatin = false
    var prior: Double
    var model: CodeWordModel
    /// The model for Latin text outside of the kana.
    var latin: CodeWordModel?
  }

  private var scores: [Double]
  private var isShiftedOut: [Bool]
  private var seen: Set<[CodeWord]> = []

  /// Before the first word: Latin.
  public init() {
    scores = Self.candidates.map(\.prior)
    isShiftedOut = Self.candidates.map(\.startsInLatin)
  }

  /// Takes a word. After 512 different words, further ones have no effect.
  public mutating func note(_ word: [CodeWord]) {
    guard !word.isEmpty, seen.count < Self.memory, seen.insert(word).inserted else { return }
    for (index, candidate) in Self.candidates.enumerated() {
      for code in word {
        scores[index] += score(code, candidate, &isShiftedOut[index])
      }
    }
  }

  /// The number of different words that are used: more than are needed for certainty.
  private static let memory = 512

  /// The alphabet that explains the words best.
  public var best: Alphabet { Self.candidates[order[0]].alphabet }

  /// Whether the stream began in Latin and enters the best alphabet by a shift.
  var startsInLatin: Bool { Self.candidates[order[0]].startsInLatin }

  /// Whether the best alphabet is certain: the words alone make it a thousand times likelier than the next, without the
  /// advantage that it had before the first word.
  public var isCertain: Bool {
    let order = order
    let best = Self.candidates[order[0]]
    guard let next = order.first(where: { Self.candidates[$0].alphabet != best.alphabet }) else {
      return false
    }
    let advantage = max(best.prior - Self.candidates[next].prior, 0)
    return scores[order[0]] - scores[next] - advantage > log(1000)
  }

  private var order: [Int] {
    scores.indices.sorted { scores[$0] > scores[$1] }
  }

  private func score(_ code: CodeWord, _ candidate: Candidate, _ isShiftedOut: inout Bool) -> Double {
    guard let latin = candidate.latin else { return candidate.model.score(code) }
    if code == Speller.shiftIn.code {
      isShiftedOut = false
      return 0
    }
    if code == Speller.shiftOut.code, !isShiftedOut {
      isShiftedOut = true
      return 0
    }
    return (isShiftedOut ? latin : candidate.model).score(code)
  }

  private static let candidates: [Candidate] = {
    let counted = LetterFrequencies.languages.map { (alphabet: $0.alphabet, model: CodeWordModel($0)) }
    let latin = counted.filter { $0.alphabet == .latin }
    let others = counted.filter { $0.alphabet != .latin }
    let otherPrior = log(0.001)
    var candidates =
      latin.map { Candidate(alphabet: .latin, prior: log(0.9 / Double(latin.count)), model: $0.model) }
      + [Candidate(alphabet: .latin, prior: log(0.1), model: .groups)]
    for (alphabet, model) in others where !alphabet.shiftsWithLatin {
      candidates.append(Candidate(alphabet: alphabet, prior: otherPrior, model: model))
    }
    for (alphabet, model) in others where alphabet.shiftsWithLatin {
      for startsInLatin in [false, true] {
        candidates.append(
          Candidate(
            alphabet: alphabet, startsInLatin: startsInLatin, prior: otherPrior, model: model, latin: .groups)
        )
      }
    }
    return candidates
  }()
}

/// How probable each code word is in a text.
private struct CodeWordModel: Sendable {
  private let scores: [CodeWord: Double]

  /// Logarithm of the probability of a code word.
  func score(_ code: CodeWord) -> Double { scores[code] ?? log(Self.unreadable) }

  /// The probability of a code word that is not in the language: two in a hundred characters are misread, each as one of a
  /// hundred code words.
  private static let unreadable = 2e-4
  /// The probability of a mark or prosign.
  private static let mark = 1e-3
  /// The probability of all letters together, and of a figure.
  private static let letters = 0.9
  private static let figure = 0.006

  /// Running text in a language.
  init(_ language: LetterFrequencies) {
    let alphabet = language.alphabet
    var probabilities: [CodeWord: Double] = [:]
    for code in alphabet.codeWords {
      guard let first = alphabet.sign(for: code)?.first, !first.isLetter else { continue }
      probabilities[code] = first.isNumber ? Self.figure : Self.mark
    }
    for (letter, share) in language.shares {
      if let code = alphabet.codeWord(for: letter) {
        probabilities[code] = max(Self.letters * share, Self.unreadable)
      }
    }
    scores = probabilities.mapValues { log($0) }
  }

  private init(scores: [CodeWord: Double]) { self.scores = scores }

  /// Groups of letters and figures without language: call signs and ciphers.
  static let groups: CodeWordModel = {
    var scores: [CodeWord: Double] = [:]
    for (_, text) in International.marks { if let code = CodeWord(text) { scores[code] = log(mark) } }
    for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" {
      if let code = Alphabet.latin.codeWord(for: character) { scores[code] = log(letters / 36) }
    }
    return CodeWordModel(scores: scores)
  }()
}
