import Interface
import Morse

/// A text that is to become light.
struct OutgoingMessage {
  var text: String
  var alphabet: AlphabetChoice
  /// Whether figures are abbreviated.
  var cutsFigures = false
  /// Whether what has no code word is left out.
  var skipsUnknown = false

  /// When the light is on to say it.
  ///
  /// - Returns: The signs left out as well, each named once.
  func keyed(_ timing: Timing) throws(Failure) -> (keying: Keying, leftOut: [String]) {
    guard !text.allSatisfy(\.isWhitespace) else { throw Failure(.usage, "there is no text to send") }
    let encoder = Encoder(alphabet: sendingAlphabet, timing: timing, cutsFigures: cutsFigures)
    let keyed: (keying: Keying, leftOut: [String])
    do throws(EncodingError) {
      keyed = skipsUnknown ? try encoder.encodeKnown(text) : (try encoder.encode(text), [])
    } catch {
      throw Failure(
        .usage, "cannot send this text: \(error) (alphabet \(sendingAlphabet.name))", cause: error)
    }
    guard !keyed.keying.characters.isEmpty else {
      throw Failure(.usage, "nothing in this text has a code word", cause: Trouble.nothingToSend)
    }
    return keyed
  }

  /// What it is sent in.
  var sendingAlphabet: Alphabet {
    switch alphabet {
    case .automatic: .spelling(text)
    case .alphabet(let alphabet): alphabet
    }
  }
}
