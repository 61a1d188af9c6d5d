extension [String] {
  /// These words with each negative number joined to the option before it, as in `--wpm=-5`. The parser would take a separate
  /// negative number for an option.
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
      // After `--` there are no options.
      isOver = isOver || word == "--"
    }
    return words
  }

  /// The first of these words that begins with a dash but cannot be an option, such as a negative number or code words.
  var noOption: String? {
    prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && !["-", "-h"].contains(word) && word.wholeMatch(of: /--[a-z][a-z-]*(=.*)?/) == nil
    }
  }
}
