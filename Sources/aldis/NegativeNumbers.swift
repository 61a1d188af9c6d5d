extension [String] {
  /// These words of a command line with each negative number joined to the option before it, `--wpm=-5`: by itself it would be
  /// taken for an option of its own, and the one before it for one without a value.
  var joiningNegativeNumbers: [String] {
    var words: [String] = []
    var isOver = false
    for word in self {
      if !isOver, word.hasPrefix("-"), Double(word) != nil, let last = words.last, last.hasPrefix("--"),
        !last.contains("=" as Character)
      {
        words[words.count - 1] += "=" + word
      } else {
        words.append(word)
      }
      // What follows is no option.
      isOver = isOver || word == "--"
    }
    return words
  }

  /// The first of these words that begins with a dash, but cannot be an option's name: a negative number, say, or code words.
  var noOption: String? {
    prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && !["-", "-h"].contains(word) && word.wholeMatch(of: /--[a-z][a-z-]*(=.*)?/) == nil
    }
  }
}
