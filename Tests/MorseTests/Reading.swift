import Filming
import Frames
import Morse

/// What a decoder made of a light.
struct Reading {
  var characters: [DecodedCharacter] = []
  var text = ""
  /// As they were announced.
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

  /// Spaces at the end say only that nothing follows.
  var trimmed: String {
    var text = Substring(text)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Reads a film's samples as they come.
func read(
  _ film: Film, alphabet: Alphabet = .international, pace: Decoder.Pace = .recording
) -> Reading {
  read(film.samples, alphabet: alphabet, pace: pace)
}

func read(
  _ samples: [LightSample], alphabet: Alphabet = .international, pace: Decoder.Pace = .recording
) -> Reading {
  var decoder = Decoder(.init(alphabet: alphabet, pace: pace))
  var reading = Reading()
  for sample in samples { decoder.receive(sample) { reading.note($0) } }
  decoder.finish { reading.note($0) }
  return reading
}
