/// The rule by which the signs of a word become its text.
enum Composition: Sendable, Equatable {
  /// The signs follow each other unchanged.
  case none
  /// Two neighbouring signs form one character: a kana and its mark of voicing.
  case pairs([String: String])
  /// The last letter of a word has a form of its own.
  case finalForms([String: String])
  /// Letters form syllables.
  case hangul
}

/// A part of a text, and the signs of its word that form it.
public struct TextPart: Sendable, Equatable {
  /// One or more characters, or a prosign.
  public var text: String
  /// The indices of the signs in the word.
  public var signs: Range<Int>
}

extension Alphabet {
  /// The text of one word.
  func compose(_ word: [String]) -> [TextPart] {
    switch composition {
    case .none: word.enumerated().map { TextPart(text: $1, signs: $0..<$0 + 1) }
    case .pairs(let pairs): compose(word, pairs)
    case .finalForms(let forms): compose(word, finalForms: forms)
    case .hangul: Hangul.compose(word)
    }
  }

  private func compose(_ word: [String], _ pairs: [String: String]) -> [TextPart] {
    var parts: [TextPart] = []
    for (place, sign) in word.enumerated() {
      if let last = parts.last, last.signs.count == 1, let pair = pairs[last.text + sign] {
        parts[parts.count - 1] = TextPart(text: pair, signs: last.signs.lowerBound..<place + 1)
      } else {
        parts.append(TextPart(text: sign, signs: place..<place + 1))
      }
    }
    return parts
  }

  private func compose(_ word: [String], finalForms: [String: String]) -> [TextPart] {
    word.enumerated().map { place, sign in
      let follows = place > 0 && hasLetter(word[place - 1])
      let ends = place + 1 == word.count || !hasLetter(word[place + 1])
      return TextPart(text: follows && ends ? finalForms[sign] ?? sign : sign, signs: place..<place + 1)
    }
  }
}
