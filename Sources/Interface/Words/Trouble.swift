import Monitor

/// An error of the program itself that its window shows.
public enum Trouble: Error, Equatable, Sendable {
  /// A file that cannot be opened for writing, and the system's reason.
  case cannotWrite(String, reason: String)
  /// A file whose writing has failed, and the system's reason.
  case writingFailed(String, reason: String)
  /// A file of settings that cannot be used.
  case badSettings(String, SettingsError)
  case nothingToSend
  /// A torch that goes on and off too slowly for the speed.
  case tooSlow(String)
}
