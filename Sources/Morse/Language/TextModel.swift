import Foundation

/// The probability of a text: a mixture of unknown text, plain English, radio amateurs' English and random groups. The shares
/// of the mixture are learned from the text itself.
///
/// No language is forced on other texts. If letters are improbable in both languages, the share of unknown text or of groups
/// increases. In unknown text the probability of a code word comes from its elements. Groups are random letters, figures or
/// signs that stay in one class for some characters. Without groups, figures would be evidence for English, because only a
/// language would explain them.
struct TextModel: Sendable {
  /// Shares of unknown text, English, amateurs' English and groups. Their sum is 1.
  private var shares = initialShares
  /// The shares before any letter was read.
  private static let initialShares = SIMD4<Float>(0.7, 0.13, 0.07, 0.1)
  /// The text so far, in the models of the two languages.
  private var english = LetterModel.beginning
  private var amateur = LetterModel.beginning
  private var last = LetterModel.space
  /// Whether a letter of the Latin alphabet was read.
  private var hasLetter = false
  /// The text as one that repeats itself; `nil` if it is not expected to.
  private var repeated: RepeatedText?
  /// The probability that a space followed the last letter.
  var spaceProbability: Float = 1
  /// The probability of a space directly after the last letter.
  private var spaceAfterLast = wordGapShare

  /// The probability, per letter, that the text changes its kind. So no share ever becomes zero.
  private static let changeProbability: Float = 0.004
  /// In unknown text, one gap in five separates words.
  static let wordGapShare: Float = 0.2

  /// - Parameter expectsRepetition: Whether the text may repeat itself.
  init(expectsRepetition: Bool = true) {
    repeated = expectsRepetition ? RepeatedText() : nil
  }

  /// Appends a code word. Returns the logarithm of how much likelier it is after the text so far than by its elements alone.
  mutating func append(_ letter: CodeLetters.Letter) -> Double {
    guard letter.number > 0 else { return appendToLanguages(letter) }
    let hasSpace = spaceProbability > 0.5
    let prediction = repeated?.prediction(afterSpace: hasSpace)
    let confidence = repeated?.confidence ?? 0
    repeated?.append(letter.number, afterSpace: hasSpace)
    let gain = appendToLanguages(letter)
    guard let prediction else { return gain }
    let ofRepetition = prediction == letter.number ? confidence / letter.byElements : 0
    return Foundation.log(Double(ofRepetition) + Double(1 - confidence) * exp(gain))
  }

  private mutating func appendToLanguages(_ letter: CodeLetters.Letter) -> Double {
    guard let symbol = letter.symbol else {
      return letter.isForeign
        ? weigh(SIMD4(1, Self.foreignRatio, Self.foreignRatio, Self.foreignRatio))
        : Double(Foundation.log(letter.inUnknownText))
    }
    let inEnglish = Self.ratio(symbol, letter, .english, &english, spaceProbability) * letter.shares[1]
    let inAmateur = Self.ratio(symbol, letter, .amateur, &amateur, spaceProbability) * letter.shares[2]
    let groups = ratioInGroups(symbol, letter)
    let gain = weigh(SIMD4(letter.inUnknownText, inEnglish, inAmateur, groups))
    last = symbol
    hasLetter = true
    spaceProbability = 0
    spaceAfterLast =
      (shares[0] + shares[3]) * Self.wordGapShare
      + shares[1] * LetterModel.english.probabilityOfSpace(after: english)
      + shares[2] * LetterModel.amateur.probabilityOfSpace(after: amateur)
    if let repeated, let predictsSpace = repeated.predictsSpace {
      spaceAfterLast += repeated.confidence * ((predictsSpace ? 1 : 0) - spaceAfterLast)
    }
    return gain
  }

  /// For a code word without a Latin sign: its probability in English, amateurs' English or groups, divided by its probability
  /// by its elements alone.
  private static let foreignRatio: Float = 0.01

  /// The ends of the text in both models. With the shares and the repeated text, they determine the probabilities of the
  /// following code words.
  var context: UInt64 { context(afterSpace: spaceProbability > 0.5) }

  /// The same if a space has followed, or not.
  func context(afterSpace: Bool) -> UInt64 {
    guard hasLetter else { return 0 }
    return UInt64(UInt32(bitPattern: english)) << 32 | UInt64(UInt32(bitPattern: amateur)) << 1
      | (afterSpace ? 1 : 0)
  }

  /// The probability of a symbol in a language, over that by its elements. Appends it to the text of the language's model.
  private static func ratio(
    _ symbol: LetterModel.Symbol, _ letter: CodeLetters.Letter, _ model: LetterModel,
    _ context: inout LetterModel.Context, _ spaceProbability: Float
  ) -> Float {
    let space = model.step(LetterModel.space, after: context)
    let inWord = model.step(symbol, after: context)
    let afterSpace = model.step(symbol, after: space.next)
    let within = inWord.probability / model.probabilityOfLetters(after: context)
    context = spaceProbability > 0.5 ? afterSpace.next : inWord.next
    return (within + spaceProbability * (afterSpace.probability - within)) / letter.byElements
  }

  private func ratioInGroups(_ symbol: LetterModel.Symbol, _ letter: CodeLetters.Letter) -> Float {
    let kind = LetterModel.Class(symbol)
    let within =
      hasLetter && LetterModel.Class(last) == kind
      ? Self.sameClassProbability : (1 - Self.sameClassProbability) / 2
    let share = within + spaceProbability * (1 / 3 - within)
    return share / Float(kind.count) / letter.byElements
  }

  /// The probability that a character of a group is in the class of the one before. It is chosen, not measured.
  private static let sameClassProbability: Float = 0.8

  private mutating func weigh(_ ratios: SIMD4<Float>) -> Double {
    let weighted = shares * ratios
    let sum = weighted.sum()
    shares = weighted * ((1 - Self.changeProbability) / sum) + Self.initialShares * Self.changeProbability
    return Double(Foundation.log(sum))
  }

  /// The logarithm of the odds of a space after this text, over those in unknown text.
  var gainOfSpace: Double {
    let space = Double(space), usual = Double(Self.wordGapShare)
    return Foundation.log(space / (1 - space) * (1 - usual) / usual)
  }

  /// The probability of a space after the last letter.
  var space: Float { hasLetter && spaceProbability == 0 ? spaceAfterLast : Self.wordGapShare }
}

/// The letters of an alphabet's code words, by their nodes.
struct CodeLetters: Sendable {
  struct Letter: Sendable {
    /// Different for different code words of up to seven elements; 0 if the language model is not used.
    var number: UInt8
    /// `nil` if it is not in the Latin alphabet.
    var symbol: LetterModel.Symbol?
    /// This letter's share of the symbol's probability, in each kind of text.
    var shares: SIMD4<Float>
    /// The probability of the code word by its elements alone.
    var byElements: Float
    /// How much likelier it is in unknown text than by its elements. A text has fewer E and T than the share of separators
    /// would give.
    var inUnknownText: Float
    /// Whether it is a sign of the alphabet that is not in Latin texts.
    var isForeign: Bool
  }

  private var letters: [Letter]

  /// - Parameters:
  ///   - alphabet: If few of its signs are Latin, its texts have no language model.
  ///   - usesLanguage: Whether the language model is used. If not, every code word has the probability of its elements.
  init(_ alphabet: Alphabet, usesLanguage: Bool = true) {
    let words = alphabet.codeWords
    let size = 1 << (1 + (words.map(\.count).max() ?? 0))
    letters = Array(
      repeating: Letter(
        number: 1, symbol: nil, shares: .one, byElements: 1, inUnknownText: 1, isForeign: false),
      count: size)
    let latin = words.filter { alphabet.sign(for: $0).flatMap(LetterModel.symbol) != nil }
    let isLatin = usesLanguage && latin.count > 30
    for word in words {
      let found = isLatin ? alphabet.sign(for: word).flatMap(LetterModel.symbol) : nil
      let sign = alphabet.sign(for: word) ?? ""
      letters[Int(word.node)] = Letter(
        number: usesLanguage ? max(1, UInt8(truncatingIfNeeded: word.node)) : 0,
        symbol: found,
        shares: SIMD4(1, LetterModel.english.share(of: sign), LetterModel.amateur.share(of: sign), 0),
        byElements: Self.probability(of: word),
        inUnknownText: word.count == 1 ? 0.5 : 1, isForeign: isLatin && found == nil)
    }
  }

  @inline(__always)
  subscript(node: UInt16) -> Letter? { Int(node) < letters.count ? letters[Int(node)] : nil }

  /// From the shares of dots, dashes and separators in ``SenderTiming``.
  private static func probability(of word: CodeWord) -> Float {
    word.elements.reduce(Float(0.38 / 0.62)) { $0 * 0.62 * ($1 == .dot ? 0.56 : 0.44) }
  }
}
