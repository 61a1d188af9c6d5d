/// The layout of the texts of several torches in one output. A line contains the text of one torch only.
enum OutputLayout {
  /// Only one torch is read. Its text is written as soon as it is decided.
  case single
  /// Every torch has its own lines. A line is written when the torch is lost or the light ends. It begins with the torch's
  /// letter (`A: `) if `isNamed` is true, or if several torches were read by the end.
  case lines(isNamed: Bool)
  /// The text of a single torch is written as soon as it is decided. With several torches, each word is written when it ends,
  /// and each change of the torch begins a new line with its letter. If `isNamed` is true, the line of a single torch also
  /// begins with its letter.
  case conversation(isNamed: Bool)

  /// The layout for a recording.
  ///
  /// - Parameter torches: Limit of the torches that are read; `nil` if the user chose none.
  init(recording torches: Int?) {
    self =
      switch torches {
      case 1: .single
      case .some: .lines(isNamed: true)
      case nil: .lines(isNamed: false)
      }
  }

  /// The layout for live light.
  ///
  /// - Parameter torches: Limit of the torches that are read; `nil` if the user chose none.
  init(live torches: Int?) { self = torches == 1 ? .single : .conversation(isNamed: torches != nil) }
}
