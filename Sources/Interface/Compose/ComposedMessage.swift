import Morse

/// A text as it would be sent. Pure.
struct ComposedMessage: Equatable {
  /// Of what can be sent.
  let keying: Keying
  /// What speaks against it. What has no code word can be left out; with a bad prosign there is nothing to send.
  let obstacle: EncodingError?

  /// - Parameter alphabet: By its name; `auto` and unknown ones are the one that the text is written in.
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
