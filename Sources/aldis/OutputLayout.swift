/// How the texts of several torches share one output. A line never mixes torches.
enum OutputLayout {
  /// One torch is read at a time: its text is written as it comes.
  case single
  /// Every torch has lines of its own, each written when the torch goes or the light ends. They begin with the torch's
  /// letter (`A: `) where `isNamed` says so, or else if there were several torches at the end.
  case lines(isNamed: Bool)
  /// The text of the only torch is written as it comes. Once there are several, words are written as they end, never
  /// inside another's, and each time another torch speaks a new line begins with its letter; where `isNamed` says so, the
  /// line of the only torch does as well.
  case conversation(isNamed: Bool)

  /// For a recording of which so many torches are read at most, if that was told.
  init(recording torches: Int?) {
    self =
      switch torches {
      case 1: .single
      case .some: .lines(isNamed: true)
      case nil: .lines(isNamed: false)
      }
  }

  /// For light that is read as it shines, of so many torches at most, if that was told.
  init(live torches: Int?) { self = torches == 1 ? .single : .conversation(isNamed: torches != nil) }
}
