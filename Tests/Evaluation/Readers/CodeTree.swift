import Morse

/// The international code words as a prefix tree. Node 0 is the root.
struct CodeTree {
  private(set) var parents = [0]
  private(set) var isDash = [false]
  private(set) var hasChildren = [false]
  /// The sign of each node that is a complete code word.
  private(set) var signs: [String?] = [nil]

  init() {
    var children: [[Int]: Int] = [:]
    for code in Alphabet.international.codeWords {
      var node = 0
      for element in code.elements {
        let dash = element == .dash
        let step = [node, dash ? 1 : 0]
        if children[step] == nil {
          children[step] = parents.count
          hasChildren[node] = true
          parents.append(node)
          isDash.append(dash)
          hasChildren.append(false)
          signs.append(nil)
        }
        node = children[step] ?? 0
      }
      signs[node] = Alphabet.international.sign(for: code)
    }
  }

  var count: Int { parents.count }
}
