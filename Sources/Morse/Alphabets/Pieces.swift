extension Alphabet {
  /// The characters with code words that `character` is sent as; `nil` if there are none.
  ///
  /// A syllable is sent as its letters, a voiced kana as the kana and its mark, hiragana as katakana, a ligature or wide form
  /// as its plain characters (Unicode NFKC), and a letter with marks that the alphabet does not have as the letter alone.
  func pieces(of character: Character) -> [Character]? {
    if codeWord(for: character) != nil { return [character] }
    switch composition {
    case .pairs(let pairs):
      if let pair = pairs.first(where: { $0.value == String(character) })?.key { return Array(pair) }
    case .hangul:
      if let letters = Hangul.letters(of: character) { return letters }
    case .none, .finalForms:
      break
    }
    let text = String(character)
    let forms = [text.katakana, text.replacing(PlainForms.compatible), text.withoutMarks]
    for form in forms where form != text && !form.isEmpty {
      let pieces = form.map(pieces(of:))
      if !pieces.contains(nil) { return pieces.flatMap { $0 ?? [] } }
    }
    return nil
  }
}

extension String {
  /// Hiragana as katakana; the blocks of Unicode have the same order.
  fileprivate var katakana: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          ("\u{3041}"..."\u{3096}").contains(scalar) ? Unicode.Scalar(scalar.value + 0x60) ?? scalar : scalar
        }))
  }

  /// The text without accents, vowel points, and characters that only affect typesetting.
  fileprivate var withoutMarks: String {
    let scalars = replacing(PlainForms.unmarked).unicodeScalars.filter { scalar in
      scalar.properties.generalCategory != .nonspacingMark && !scalar.properties.isDefaultIgnorableCodePoint
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The text with these forms in place of their characters.
  fileprivate func replacing(_ forms: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let form = forms[scalar] { text += form } else { text.unicodeScalars.append(scalar) }
    }
  }
}
