import Monitor

/// What the program itself cannot do, and what its window tells of.
public enum Trouble: Error, Equatable, Sendable {
  /// A file that cannot be opened for writing; the system's reason.
  case cannotWrite(String, reason: String)
  /// A file that was being written; the system's reason.
  case writingFailed(String, reason: String)
  /// A file of settings that is of no use.
  case badSettings(String, SettingsError)
  case nothingToSend
  /// A torch that goes on and off too slowly for the speed.
  case tooSlow(String)
}
