import Filming
import Light
import Morse

/// What a decoder made of a light.
struct Reading {
  var characters: [DecodedCharacter] = []
  var text = ""

  mutating func note(_ event: DecoderEvent) {
    switch event {
    case .character(let character):
      characters.append(character)
      text += character.sign
    case .word: text += " "
    case .speed: break
    }
  }

  /// Spaces at the end say only that nothing follows.
  var trimmed: String {
    var text = Substring(text)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Reads thresholded edges as they come, time passing at every frame.
func readEdges(_ film: Film, alphabet: Alphabet = .international) -> Reading {
  var decoder = Decoder(.init(alphabet: alphabet))
  var reading = Reading()
  var edges = film.edges[...]
  for sample in film.samples {
    while let edge = edges.first, edge.time <= sample.start {
      decoder.receive(edge) { reading.note($0) }
      edges.removeFirst()
    }
    decoder.advance(to: sample.start) { reading.note($0) }
  }
  decoder.finish { reading.note($0) }
  return reading
}
