import Localization

/// Why a text cannot be sent.
public enum EncodingError: Error, Equatable {
  /// The alphabet has no code word for these signs. Each is listed once, in the order of the text.
  case noCodeWord([String])
  /// A prosign that is empty, never closed, or too long for one code word.
  case badProsign(String)
}

extension EncodingError: LocalizedTextConvertible {
  /// The reason, without a full stop.
  public var text: LocalizedText {
    switch self {
    case .noCodeWord(let signs): "no code word for \(Self.listed(signs))"
    case .badProsign(let text): "no prosign: \(text.count > 20 ? "\(text.prefix(20))..." : text)"
    }
  }

  /// The signs as a sentence shows them. The first twenty are enough for a text in another script.
  public static func listed(_ signs: [String]) -> LocalizedText {
    let named = signs.prefix(20).joined(separator: " ")
    return signs.count > 20 ? "\(named) and \(signs.count - 20) more" : "\(named)"
  }
}

/// Turns text into the times at which a light is on.
///
///     try Encoder(timing: .itu(wordsPerMinute: 12)).encode("CQ DE ALDIS <AR>").marks
public struct Encoder: Sendable {
  /// Gives the code words.
  public var alphabet: Alphabet
  /// Gives the lengths.
  public var timing: Timing
  /// Whether figures are abbreviated: 1 sent as A, 9 as N, 0 as T, and so on.
  public var cutsFigures: Bool

  /// Sends in `alphabet`, with `timing`.
  public init(alphabet: Alphabet = .international, timing: Timing, cutsFigures: Bool = false) {
    self.alphabet = alphabet
    self.timing = timing
    self.cutsFigures = cutsFigures
  }

  /// Encodes as ``encode(_:)`` does, but leaves out the characters without a code word.
  ///
  /// - Returns: The keying, and the signs that were left out, each once.
  /// - Throws: ``EncodingError/badProsign(_:)``.
  public func encodeKnown(_ text: String) throws(EncodingError) -> (keying: Keying, leftOut: [String]) {
    do throws(EncodingError) {
      return (try encode(text), [])
    } catch .noCodeWord(let signs) {
      let unknown = Set(signs)
      return (try encode(text.uppercased().filter { !unknown.contains(String($0)) }), signs)
    }
  }

  /// The times at which the light is on to send `text`, from 0 seconds.
  ///
  /// Letters are sent in upper case. A character that the alphabet does not have is sent as its parts, if the alphabet has
  /// these: a Korean syllable as its letters, a voiced kana as the kana and its mark, `Ê` as `E`. Kana are entered by `<DO>`
  /// and left by `<SN>`. `<SK>` sends the letters of a prosign without gaps between them. White space of any length is one word
  /// gap. `%` and `‰` are sent as `0/0` and `0/00`, joined by a hyphen to a figure before them (ITU-R M.1677-1, section 3.3).
  ///
  /// The lengths of ``timing`` must be 0 or more.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  public func encode(_ text: String) throws(EncodingError) -> Keying {
    var speller = Speller(alphabet, cutsFigures: cutsFigures)
    let words = try speller.spell(text)
    var keying = Keying(marks: [], characters: [])
    var time = 0.0
    for (number, word) in words.enumerated() {
      if number > 0 { time += timing.wordGap * timing.unit }
      for (place, letter) in word.enumerated() {
        if place > 0 { time += timing.characterGap * timing.unit }
        let start = time
        for (index, element) in letter.code.elements.enumerated() {
          if index > 0 { time += timing.elementGap * timing.unit }
          let length = timing.unit * (element == .dot ? 1 : timing.dash)
          keying.marks.append(time..<time + length)
          time += length
        }
        keying.characters.append(
          .init(sign: letter.sign, code: letter.code, range: start..<time, word: number))
      }
    }
    return keying
  }
}
