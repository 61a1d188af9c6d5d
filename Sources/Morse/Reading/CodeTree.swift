/// The code words of an alphabet, and their prefixes.
struct CodeTree: Sendable {
  private var isWord: [Bool]
  private var isPrefix: [Bool]

  init(_ alphabet: Alphabet) {
    let words = alphabet.codeWords
    let size = 1 << (1 + (words.map(\.count).max() ?? 0))
    isWord = Array(repeating: false, count: size)
    isPrefix = isWord
    for word in words {
      var node = Int(word.node)
      isWord[node] = true
      while node > 0 {
        isPrefix[node] = true
        node >>= 1
      }
    }
  }

  @inline(__always)
  func isWord(_ node: UInt16) -> Bool { Int(node) < isWord.count && isWord[Int(node)] }
  @inline(__always)
  func isPrefix(_ node: UInt16) -> Bool { Int(node) < isPrefix.count && isPrefix[Int(node)] }
}
