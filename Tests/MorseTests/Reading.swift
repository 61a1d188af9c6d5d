import Filming
import Frames
import Morse

/// The events that a decoder reported for a light.
struct Reading {
  var characters: [DecodedCharacter] = []
  var text = ""
  /// The diagnoses in the order in which they were reported.
  var diagnoses: [Diagnosis?] = []

  mutating func note(_ event: DecoderEvent) {
    switch event {
    case .character(let character):
      characters.append(character)
      text += character.sign
    case .word: text += " "
    case .speed: break
    case .diagnosis(let diagnosis, _): diagnoses.append(diagnosis)
    }
  }

  /// The text without spaces at its end, which only mean that no light follows.
  var trimmed: String {
    var text = Substring(text)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Reads a film's samples in order.
func read(
  _ film: Film, alphabet: Alphabet = .international, pace: Decoder.Pace = .recording,
  usesLanguage: Bool = true
) -> Reading {
  read(film.samples, alphabet: alphabet, pace: pace, usesLanguage: usesLanguage)
}

func read(
  _ samples: [LightSample], alphabet: Alphabet = .international, pace: Decoder.Pace = .recording,
  usesLanguage: Bool = true
) -> Reading {
  var decoder = Decoder(.init(alphabet: alphabet, pace: pace, usesLanguage: usesLanguage))
  var reading = Reading()
  for sample in samples { decoder.receive(sample) { reading.note($0) } }
  decoder.finish { reading.note($0) }
  return reading
}
