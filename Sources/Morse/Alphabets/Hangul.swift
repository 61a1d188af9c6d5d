/// Korean syllables and the letters they are sent as.
///
/// The stream of letters does not mark where a syllable ends. A syllable begins with a consonant, so the last consonant before
/// a vowel belongs to that vowel. Two equal consonants there may be a double consonant, or the end of one syllable and the
/// beginning of the next. They count as a double consonant (비싸다), with two exceptions. `ㄱㄱ` between two vowels is split,
/// because syllables of Chinese origin end in `ㄱ` and hardly ever begin with `ㄲ` (학교). Of three equal consonants the first two
/// end the syllable (있습니다). A word for which this is wrong, such as 바꾸다, is read with its letters in other syllables.
enum Hangul {
  /// The letters of a syllable or of a compound letter, as they are sent; `nil` for other characters.
  static func letters(of character: Character) -> [Character]? {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return nil }
    if syllables.contains(scalar.value) {
      let number = Int(scalar.value - syllables.lowerBound)
      let parts =
        [initials[number / 588], vowels[number % 588 / 28]]
        + (number % 28 > 0 ? [finals[number % 28 - 1]] : [])
      return parts.flatMap { sent[$0] ?? [$0] }
    }
    return sent[character] ?? (initials + vowels + finals).first { $0 == character }.map { [$0] }
  }

  /// Composes the letters of a word to syllables. Signs that form no syllable stay unchanged.
  static func compose(_ word: [String]) -> [TextPart] {
    var composer = Composer()
    for (place, sign) in word.enumerated() { composer.add(sign, at: place) }
    composer.end()
    return composer.parts
  }

  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  // The orders of Unicode, section 3.12. A syllable's number is (initial x 21 + vowel) x 28 + final; 0 is no final.
  static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
  static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

  /// Letters without a code word of their own.
  private static let sent: [Character: [Character]] = [
    "ㄲ": ["ㄱ", "ㄱ"], "ㄸ": ["ㄷ", "ㄷ"], "ㅃ": ["ㅂ", "ㅂ"], "ㅆ": ["ㅅ", "ㅅ"], "ㅉ": ["ㅈ", "ㅈ"], "ㄳ": ["ㄱ", "ㅅ"],
    "ㄵ": ["ㄴ", "ㅈ"], "ㄶ": ["ㄴ", "ㅎ"], "ㄺ": ["ㄹ", "ㄱ"], "ㄻ": ["ㄹ", "ㅁ"], "ㄼ": ["ㄹ", "ㅂ"], "ㄽ": ["ㄹ", "ㅅ"],
    "ㄾ": ["ㄹ", "ㅌ"], "ㄿ": ["ㄹ", "ㅍ"], "ㅀ": ["ㄹ", "ㅎ"], "ㅄ": ["ㅂ", "ㅅ"], "ㅒ": ["ㅑ", "ㅣ"], "ㅖ": ["ㅕ", "ㅣ"],
    "ㅘ": ["ㅗ", "ㅏ"], "ㅙ": ["ㅗ", "ㅐ"], "ㅚ": ["ㅗ", "ㅣ"], "ㅝ": ["ㅜ", "ㅓ"], "ㅞ": ["ㅜ", "ㅔ"], "ㅟ": ["ㅜ", "ㅣ"],
    "ㅢ": ["ㅡ", "ㅣ"],
  ]

  /// The compound letter that two letters form.
  fileprivate static let compounds: [[Character]: Character] = {
    var compounds: [[Character]: Character] = [:]
    for (compound, letters) in sent { compounds[letters] = compound }
    // Some operators send these as two strokes too.
    compounds[["ㅏ", "ㅣ"]] = "ㅐ"
    compounds[["ㅓ", "ㅣ"]] = "ㅔ"
    compounds[["ㅘ", "ㅣ"]] = "ㅙ"
    compounds[["ㅝ", "ㅣ"]] = "ㅞ"
    return compounds
  }()
}

/// Reads letters from left to right: consonants wait until the next vowel, or the end, decides which syllable they belong to.
private struct Composer {
  private typealias Letter = (sign: Character, places: Range<Int>)

  private(set) var parts: [TextPart] = []
  /// The open syllable. Its final consonants are not known yet.
  private var initial: Letter?
  private var vowel: Letter?
  private var consonants: [Letter] = []

  mutating func add(_ sign: String, at place: Int) {
    let places = place..<place + 1
    guard sign.count == 1, let letter = sign.first else { return pass(sign, places) }
    if Hangul.vowels.contains(letter) {
      addVowel((letter, places))
    } else if Hangul.letters(of: letter) != nil {
      consonants.append((letter, places))
    } else {
      pass(sign, places)
    }
  }

  mutating func end() {
    closeSyllable(followedByInitial: 0)
  }

  private mutating func pass(_ sign: String, _ places: Range<Int>) {
    end()
    parts.append(TextPart(text: sign, signs: places))
  }

  private mutating func addVowel(_ next: Letter) {
    if consonants.isEmpty, let vowel, let compound = Hangul.compounds[[vowel.sign, next.sign]] {
      self.vowel = (compound, vowel.places.lowerBound..<next.places.upperBound)
      return
    }
    let count = initialCount
    let start = consonants.suffix(count)
    closeSyllable(followedByInitial: count)
    initial = start.first.map { first in
      let sign = start.count == 2 ? Hangul.compounds[start.map(\.sign)] ?? first.sign : first.sign
      return (sign, first.places.lowerBound..<(start.last ?? first).places.upperBound)
    }
    vowel = next
  }

  /// The number of waiting consonants that begin the syllable of the next vowel.
  private var initialCount: Int {
    let signs = consonants.map(\.sign)
    guard signs.count >= 2, let double = Hangul.compounds[signs.suffix(2)], Hangul.initials.contains(double)
    else {
      return min(signs.count, 1)
    }
    guard vowel != nil, initial != nil else { return 2 }
    let isThreeOfAKind = signs.count == 3 && Set(signs).count == 1
    return isThreeOfAKind || signs == ["ㄱ", "ㄱ"] ? 1 : 2
  }

  /// Writes the open syllable with the waiting consonants except the last `count`. Consonants that do not fit into it are
  /// written alone.
  private mutating func closeSyllable(followedByInitial count: Int) {
    var rest = consonants.dropLast(count)
    if let vowel {
      if let initial {
        let final = takeFinal(from: &rest)
        write(initial, vowel, final)
      } else {
        parts.append(TextPart(text: String(vowel.sign), signs: vowel.places))
      }
    }
    for letter in rest { parts.append(TextPart(text: String(letter.sign), signs: letter.places)) }
    (initial, vowel, consonants) = (nil, nil, [])
  }

  private func takeFinal(from rest: inout ArraySlice<Letter>) -> Letter? {
    guard let first = rest.first else { return nil }
    if rest.count >= 2 {
      let second = rest[rest.startIndex + 1]
      if let compound = Hangul.compounds[[first.sign, second.sign]], Hangul.finals.contains(compound) {
        rest = rest.dropFirst(2)
        return (compound, first.places.lowerBound..<second.places.upperBound)
      }
    }
    rest = rest.dropFirst()
    return first
  }

  private mutating func write(_ initial: Letter, _ vowel: Letter, _ final: Letter?) {
    guard
      let start = Hangul.initials.firstIndex(of: initial.sign),
      let middle = Hangul.vowels.firstIndex(of: vowel.sign)
    else { preconditionFailure("no syllable begins with \(initial.sign)\(vowel.sign)") }
    let end = final.flatMap { Hangul.finals.firstIndex(of: $0.sign) }.map { $0 + 1 } ?? 0
    let number = (start * 21 + middle) * 28 + end
    guard let scalar = Unicode.Scalar(0xAC00 + UInt32(number)) else { return }
    let last = final ?? vowel
    parts.append(
      TextPart(text: String(Character(scalar)), signs: initial.places.lowerBound..<last.places.upperBound))
  }
}
