import Localization
import Morse

/// A text to be sent.
package struct OutgoingMessage: Sendable {
  package var text: String
  package var alphabet: AlphabetChoice
  /// Whether figures are abbreviated.
  package var cutsFigures: Bool
  /// Whether signs without a code word are left out.
  package var skipsUnknown: Bool

  package init(
    text: String, alphabet: AlphabetChoice, cutsFigures: Bool = false, skipsUnknown: Bool = false
  ) {
    self.text = text
    self.alphabet = alphabet
    self.cutsFigures = cutsFigures
    self.skipsUnknown = skipsUnknown
  }

  /// Encodes the text.
  ///
  /// - Returns: The times when the light is on, and the signs that were left out, each once.
  package func keyed(_ timing: Timing) throws(Failure) -> (keying: Keying, leftOut: [String]) {
    guard !text.allSatisfy(\.isWhitespace) else { throw Failure(.usage, "there is no text to send") }
    let encoder = Encoder(alphabet: sendingAlphabet, timing: timing, cutsFigures: cutsFigures)
    let keyed: (keying: Keying, leftOut: [String])
    do throws(EncodingError) {
      keyed = skipsUnknown ? try encoder.encodeKnown(text) : (try encoder.encode(text), [])
    } catch {
      throw Failure(
        .usage,
        """
        cannot send this text: \(error) (alphabet \(sendingAlphabet.name)); leave it out (send --skip-unknown), or choose another \
        alphabet
        """,
        inWindow: error.text)
    }
    guard !keyed.keying.characters.isEmpty else {
      throw Failure(.usage, LocalizedText("nothing in this text has a code word"))
    }
    return keyed
  }

  /// The alphabet that the text is sent in.
  var sendingAlphabet: Alphabet {
    switch alphabet {
    case .automatic: .spelling(text)
    case .alphabet(let alphabet): alphabet
    }
  }
}
