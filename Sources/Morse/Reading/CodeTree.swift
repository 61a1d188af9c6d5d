/// Which code words an alphabet has, and how they begin.
struct CodeTree: Sendable {
  private var isWord: [Bool]
  private var isBeginning: [Bool]

  init(_ alphabet: Alphabet) {
    let words = alphabet.codeWords
    let size = 1 << (1 + (words.map(\.count).max() ?? 0))
    isWord = Array(repeating: false, count: size)
    isBeginning = isWord
    for word in words {
      var node = Int(word.node)
      isWord[node] = true
      while node > 0 {
        isBeginning[node] = true
        node >>= 1
      }
    }
  }

  @inline(__always)
  func isWord(_ node: UInt16) -> Bool { Int(node) < isWord.count && isWord[Int(node)] }
  @inline(__always)
  func isBeginning(_ node: UInt16) -> Bool { Int(node) < isBeginning.count && isBeginning[Int(node)] }
}
