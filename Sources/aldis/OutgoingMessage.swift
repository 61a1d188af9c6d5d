import ArgumentParser
import Morse

/// A text that is to become light.
struct OutgoingMessage {
  var text: String
  var alphabet: AlphabetChoice
  var cutsFigures: Bool

  /// When the light is on to say it.
  func keyed(_ timing: Timing) throws(Failure) -> Keying {
    do {
      return try encoder(timing).encode(text)
    } catch {
      throw refusal(error)
    }
  }

  /// The same, leaving out what has no code word.
  ///
  /// - Returns: The signs left out as well, each named once.
  func keyedWithoutUnknown(_ timing: Timing) throws(Failure) -> (keying: Keying, leftOut: [String]) {
    let encoder = encoder(timing)
    do throws(EncodingError) {
      do throws(EncodingError) {
        return (try encoder.encode(text), [])
      } catch .noCodeWord(let signs) {
        let unknown = Set(signs)
        let rest = text.uppercased().filter { !unknown.contains(String($0)) }
        return (try encoder.encode(rest), signs)
      }
    } catch {
      throw refusal(error)
    }
  }

  private func encoder(_ timing: Timing) -> Encoder {
    Encoder(alphabet: sendingAlphabet, timing: timing, cutsFigures: cutsFigures)
  }

  private var sendingAlphabet: Alphabet {
    switch alphabet {
    case .automatic: .spelling(text)
    case .alphabet(let alphabet): alphabet
    }
  }

  private func refusal(_ error: EncodingError) -> Failure {
    Failure(.usage, "cannot send this text: \(error) (alphabet \(sendingAlphabet.name))")
  }
}
