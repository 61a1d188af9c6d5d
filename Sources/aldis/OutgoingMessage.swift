import ArgumentParser
import Interface
import Morse

/// A text that is to become light.
struct OutgoingMessage {
  var text: String
  var alphabet: AlphabetChoice
  var cutsFigures: Bool
  /// Whether what has no code word is left out.
  var skipsUnknown = false

  /// When the light is on to say it.
  ///
  /// - Returns: The signs left out as well, each named once.
  func keyed(_ timing: Timing) throws(Failure) -> (keying: Keying, leftOut: [String]) {
    let keyed = try encoded(timing)
    guard !keyed.keying.characters.isEmpty else {
      throw Failure(.usage, "nothing in this text has a code word", cause: Trouble.nothingToSend)
    }
    return keyed
  }

  private func encoded(_ timing: Timing) throws(Failure) -> (keying: Keying, leftOut: [String]) {
    let encoder = encoder(timing)
    do throws(EncodingError) {
      do throws(EncodingError) {
        return (try encoder.encode(text), [])
      } catch .noCodeWord(let signs) where skipsUnknown {
        let unknown = Set(signs)
        return (try encoder.encode(text.uppercased().filter { !unknown.contains(String($0)) }), signs)
      }
    } catch {
      throw refusal(error)
    }
  }

  private func encoder(_ timing: Timing) -> Encoder {
    Encoder(alphabet: sendingAlphabet, timing: timing, cutsFigures: cutsFigures)
  }

  /// What it is sent in.
  var sendingAlphabet: Alphabet {
    switch alphabet {
    case .automatic: .spelling(text)
    case .alphabet(let alphabet): alphabet
    }
  }

  private func refusal(_ error: EncodingError) -> Failure {
    Failure(
      .usage, "cannot send this text: \(error) (alphabet \(sendingAlphabet.name))", cause: error)
  }
}
