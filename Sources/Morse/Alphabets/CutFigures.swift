/// Abbreviated figures: 1 2 3 5 7 8 9 0 sent as A U V E B D N T, as used in contests and in repetitions.
///
/// Wikipedia, "Morse code", and the tables of Kent Engineers and of B. Cromwell, which agree in all but 3 and 5 to 8 (Kent's W,
/// S, B, G are rarer). 4 and 6 are not abbreviated.
enum CutFigures {
  static let letters: [Character: Character] = [
    "1": "A", "2": "U", "3": "V", "5": "E", "7": "B", "8": "D", "9": "N", "0": "T",
  ]

  private static let figures: [CodeWord: String] = {
    var figures: [CodeWord: String] = [:]
    for figure in "0123456789" {
      if let code = Alphabet.international.codeWord(for: figure) { figures[code] = String(figure) }
      if let letter = letters[figure], let code = Alphabet.international.codeWord(for: letter) {
        figures[code] = String(figure)
      }
    }
    return figures
  }()

  /// The figures of a received word; `nil` unless all its code words are figures or cut figures, and at least one is not cut:
  /// it has five elements.
  static func figures(of word: [CodeWord]) -> [String]? {
    let read = word.compactMap { figures[$0] }
    return read.count == word.count && word.contains { $0.count == 5 } ? read : nil
  }
}
