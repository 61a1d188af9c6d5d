import Morse

extension Film {
  /// The characters of `keying`, which this film shows, with their times in the film.
  public func characters(of keying: Keying) -> [Keying.Character] {
    var marks = marks[...]
    return keying.characters.compactMap { character in
      let own = marks.prefix(character.code.count)
      marks = marks.dropFirst(character.code.count)
      guard let first = own.first, let last = own.last else { return nil }
      var filmed = character
      filmed.range = first.lowerBound..<last.upperBound
      return filmed
    }
  }
}
