/// A part of what has been read but may still change.
public enum DraftPart: Sendable, Equatable {
  /// A character, or as much of it as was seen.
  case codeWord(CodeWord)
  /// A word ends here, as far as can be told.
  case wordGap
}
