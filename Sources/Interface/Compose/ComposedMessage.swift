import Morse

/// A text as it would be sent. Pure.
struct ComposedMessage: Equatable {
  /// What speaks against it.
  enum Obstacle: Equatable {
    /// These have no code word, each named once; they can be left out.
    case unknown([String])
    /// No prosign, and so nothing that can be sent.
    case badProsign(String)
  }

  /// Of what can be sent.
  let keying: Keying
  let obstacle: Obstacle?

  /// - Parameter alphabet: By its name; `auto` and unknown ones are the one that the text is written in.
  init(_ text: String, alphabet: String, timing: Timing) {
    let encoder = Encoder(alphabet: Alphabet.named(alphabet) ?? .spelling(text), timing: timing)
    let nothing = Keying(marks: [], characters: [])
    do throws(EncodingError) {
      (keying, obstacle) = (try encoder.encode(text), nil)
    } catch {
      switch error {
      case .noCodeWord(let signs):
        let unknown = Set(signs)
        let rest = text.uppercased().filter { !unknown.contains(String($0)) }
        (keying, obstacle) = ((try? encoder.encode(rest)) ?? nothing, .unknown(signs))
      case .badProsign(let prosign):
        (keying, obstacle) = (nothing, .badProsign(prosign))
      }
    }
  }

  var canBeSent: Bool { !keying.characters.isEmpty }
}
