extension [String] {
  /// These words with each negative number joined to the option before it, as in `--wpm=-5`. The parser would treat a separate
  /// negative number as an option.
  var joiningNegativeNumbers: [String] {
    var words: [String] = []
    var optionsHaveEnded = false
    for word in self {
      if !optionsHaveEnded, word.hasPrefix("-"), Double(word) != nil, let last = words.last,
        last.hasPrefix("--"),
        !last.contains("=" as Character)
      {
        words[words.count - 1] += "=" + word
      } else {
        words.append(word)
      }
      // The options end at `--`.
      optionsHaveEnded = optionsHaveEnded || word == "--"
    }
    return words
  }

  /// The first of these words that begins with a dash but cannot be an option, such as a negative number or code words.
  var firstInvalidOption: String? {
    prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && !["-", "-h"].contains(word) && word.wholeMatch(of: /--[a-z][a-z-]*(=.*)?/) == nil
    }
  }
}
