import Foundation

/// How probable a text is: a mixture of plain English, radio amateurs' English, random groups and anything at all, whose shares
/// the text itself teaches.
///
/// Nothing is forced on text of no language: where letters are improbable in both, the share of "anything" grows, in which
/// a code word is as probable as its elements make it, or that of groups: letters, figures or signs at random, that keep to
/// one class for some characters. Without them figures, which only a language would explain, would speak for English.
struct TextModel: Sendable {
  /// Shares of anything, English, amateurs' English and groups, which are 1 in all.
  private var shares = first
  /// Where nothing was read yet.
  private static let first = SIMD4<Float>(0.7, 0.13, 0.07, 0.1)
  /// The last two letters.
  private var before = LetterModel.space
  private var last = LetterModel.space
  /// Whether there was a letter that texts are known by.
  private var isText = false
  /// How probable it is that a space has come since.
  var spaceProbability: Float = 1

  /// What a text may turn into with each letter, so that no share is ever lost for good.
  private static let change: Float = 0.004
  /// In anything at all, one gap in five parts words.
  static let spaces: Float = 0.2

  /// How much more probable the text makes this code word than its elements alone, as a logarithm; and the text goes on
  /// with it.
  mutating func append(_ letter: CodeLetters.Letter) -> Double {
    guard let symbol = letter.symbol else {
      return letter.isForeign
        ? weigh(SIMD4(1, Self.foreign, Self.foreign, Self.foreign)) : Double(Foundation.log(letter.anything))
    }
    let english = ratio(symbol, letter, .english) * letter.shares[1]
    let amateur = ratio(symbol, letter, .amateur) * letter.shares[2]
    let groups = ratioInGroups(symbol, letter)
    let gain = weigh(SIMD4(letter.anything, english, amateur, groups))
    before = spaceProbability > 0.5 ? LetterModel.space : last
    last = symbol
    isText = true
    spaceProbability = 0
    return gain
  }

  private static let foreign: Float = 0.01

  private func ratio(
    _ symbol: LetterModel.Symbol, _ letter: CodeLetters.Letter, _ model: LetterModel
  ) -> Float {
    let space = LetterModel.space
    let within =
      model.probability(of: symbol, after: before, last)
      / max(0.02, 1 - model.probability(of: space, after: before, last))
    let after = model.probability(of: symbol, after: last, space)
    return (within + spaceProbability * (after - within)) / letter.byElements
  }

  private func ratioInGroups(_ symbol: LetterModel.Symbol, _ letter: CodeLetters.Letter) -> Float {
    let kind = LetterModel.Class(symbol)
    let within = isText && LetterModel.Class(last) == kind ? Self.stays : (1 - Self.stays) / 2
    let share = within + spaceProbability * (1 / 3 - within)
    return share / Float(kind.count) / letter.byElements
  }

  /// How probable it is that a character of a group is of the class of the one before; chosen, not measured.
  private static let stays: Float = 0.8

  private mutating func weigh(_ ratios: SIMD4<Float>) -> Double {
    let weighted = shares * ratios
    let sum = weighted.sum()
    shares = weighted * ((1 - Self.change) / sum) + Self.first * Self.change
    return Double(Foundation.log(sum))
  }

  /// How much more probable the text makes a space than anything at all, as the logarithm of a ratio of odds.
  var gainOfSpace: Double {
    let space = Double(space), usual = Double(Self.spaces)
    return Foundation.log(space / (1 - space) * (1 - usual) / usual)
  }

  /// How probable a space is after the last letter.
  var space: Float {
    guard isText, spaceProbability == 0 else { return Self.spaces }
    let space = LetterModel.space
    return (shares[0] + shares[3]) * Self.spaces + shares[1]
      * LetterModel.english.probability(of: space, after: before, last)
      + shares[2] * LetterModel.amateur.probability(of: space, after: before, last)
  }
}

/// The letters of an alphabet's code words, by their nodes.
struct CodeLetters: Sendable {
  struct Letter: Sendable {
    /// `nil` where it is none of the Latin alphabet.
    var symbol: LetterModel.Symbol?
    /// Which share of the symbol's probability is this letter's, in each kind of text.
    var shares: SIMD4<Float>
    /// How probable the code word is by its elements alone.
    var byElements: Float
    /// How much more probable it is in anything at all than by its elements: a text has fewer E and T than one separator
    /// after three elements would give.
    var anything: Float
    /// Whether it is a sign of the alphabet that no Latin text has.
    var isForeign: Bool
  }

  private var letters: [Letter]

  /// - Parameters:
  ///   - alphabet: Where few of its signs are Latin, nothing is known of its texts.
  ///   - isText: Whether texts are looked for at all: where not, every code word is as probable as its elements make it.
  init(_ alphabet: Alphabet, isText: Bool = true) {
    let words = alphabet.codeWords
    let size = 1 << (1 + (words.map(\.count).max() ?? 0))
    letters = Array(
      repeating: Letter(symbol: nil, shares: .one, byElements: 1, anything: 1, isForeign: false), count: size)
    let latin = words.filter { alphabet.sign(for: $0).flatMap(LetterModel.symbol) != nil }
    let isLatin = isText && latin.count > 30
    for word in words {
      let found = isLatin ? alphabet.sign(for: word).flatMap(LetterModel.symbol) : nil
      let sign = alphabet.sign(for: word) ?? ""
      letters[Int(word.node)] = Letter(
        symbol: found,
        shares: SIMD4(1, LetterModel.english.share(of: sign), LetterModel.amateur.share(of: sign), 0),
        byElements: Self.probability(of: word),
        anything: word.count == 1 ? 0.5 : 1, isForeign: isLatin && found == nil)
    }
  }

  @inline(__always)
  subscript(node: UInt16) -> Letter? { Int(node) < letters.count ? letters[Int(node)] : nil }

  /// By the shares of ``Hand``: dots, dashes, and gaps that end a code word.
  private static func probability(of word: CodeWord) -> Float {
    word.elements.reduce(Float(0.38 / 0.62)) { $0 * 0.62 * ($1 == .dot ? 0.56 : 0.44) }
  }
}
