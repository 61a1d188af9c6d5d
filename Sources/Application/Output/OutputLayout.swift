/// How the texts of several torches share one output. A line never mixes torches.
enum OutputLayout {
  /// One torch is read at a time: its text is written as it comes.
  case single
  /// Every torch has its own lines, each written when the torch is lost or the light ends. They begin with the torch's
  /// letter (`A: `) if `isNamed`, or if there were several torches at the end.
  case lines(isNamed: Bool)
  /// The text of a single torch is written as it comes. With several torches, words are written as they end, and each change
  /// of the torch begins a new line with its letter. With `isNamed`, the line of a single torch begins with its letter too.
  case conversation(isNamed: Bool)

  /// For a recording.
  ///
  /// - Parameter torches: The most that are read; `nil` if the user did not say.
  init(recording torches: Int?) {
    self =
      switch torches {
      case 1: .single
      case .some: .lines(isNamed: true)
      case nil: .lines(isNamed: false)
      }
  }

  /// For live light; parameter as above.
  init(live torches: Int?) { self = torches == 1 ? .single : .conversation(isNamed: torches != nil) }
}
