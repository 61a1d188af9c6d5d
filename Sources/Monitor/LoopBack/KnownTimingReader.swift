import Frames
import Morse

/// Reads code words from the edges of a light with known timing. It classifies each duration alone.
struct KnownTimingReader {
  private let timing: Timing

  init(_ timing: Timing) { self.timing = timing }

  /// - Parameter edges: In the order of their times.
  func words(of edges: [LightEdge]) -> [[CodeWord]] {
    var words: [[CodeWord]] = []
    var elements: [Element] = []
    func endCharacter(andWord endsWord: Bool) {
      if let code = CodeWord(elements) { words[words.count - 1].append(code) }
      elements = []
      if endsWord { words.append([]) }
    }
    words.append([])
    for (edge, next) in zip(edges, edges.dropFirst()) where edge.isOn != next.isOn {
      let units = (next.time - edge.time) / timing.unit
      if edge.isOn {
        elements.append(units < (1 + timing.dash) / 2 ? .dot : .dash)
      } else if units > (timing.elementGap + timing.characterGap) / 2 {
        endCharacter(andWord: units > (timing.characterGap + timing.wordGap) / 2)
      }
    }
    endCharacter(andWord: false)
    return words.filter { !$0.isEmpty }
  }
}
