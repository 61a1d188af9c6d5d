import AldisMorse

/// The words of a light whose alphabet is not known, in the alphabet that explains them best.
struct UnknownAlphabet {
  private(set) var words: [[CodeWord]] = [[]]
  private var guess = AlphabetGuess()

  /// Takes an event of a decoder that reads `Alphabet.any`.
  mutating func note(_ event: DecoderEvent) {
    switch event {
    case .character(let character):
      words[words.count - 1].append(character.code)
    case .word:
      guess.note(words[words.count - 1])
      words.append([])
    default:
      break
    }
  }

  /// The text so far. A later word may change all of it.
  var text: String {
    var copyist = CopyingRules(alphabet: .automatic).copyist(guess)
    return copyist.text(of: words)
  }
}
