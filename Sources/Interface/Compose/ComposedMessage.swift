import Morse

/// A text as it would be sent. A pure value.
struct ComposedMessage: Equatable {
  /// When the light is on, for the characters that can be sent.
  let keying: Keying
  /// The problem of the text. Characters without a code word can be left out; with a bad prosign nothing can be sent.
  let obstacle: EncodingError?

  /// - Parameter alphabet: Its name; `auto` and unknown names choose the alphabet that the text is written in.
  init(_ text: String, alphabet: String, timing: Timing) {
    let encoder = Encoder(alphabet: Alphabet.named(alphabet) ?? .spelling(text), timing: timing)
    do throws(EncodingError) {
      let (keying, leftOut) = try encoder.encodeKnown(text)
      (self.keying, obstacle) = (keying, leftOut.isEmpty ? nil : .noCodeWord(leftOut))
    } catch {
      (keying, obstacle) = (Keying(marks: [], characters: []), error)
    }
  }

  var canBeSent: Bool { !keying.characters.isEmpty }
}
