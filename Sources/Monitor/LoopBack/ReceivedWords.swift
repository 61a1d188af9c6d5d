import Morse

/// The code words of one torch, word by word.
struct ReceivedWords: Sendable {
  private(set) var words: [[CodeWord]] = []
  private var isInsideWord = false

  mutating func add(_ character: Transcript.Character) {
    if !isInsideWord { words.append([]) }
    words[words.count - 1].append(character.code)
    isInsideWord = true
  }

  mutating func endWord() { isInsideWord = false }
}
