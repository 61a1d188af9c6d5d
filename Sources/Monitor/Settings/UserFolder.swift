import Capture
import FoundationEssentials
import Frames
import Glibc
import Localization

/// The folders of a user's files (XDG Base Directory Specification 0.8).
public enum UserFolder: Sendable {
  /// Files that the user writes: `$XDG_CONFIG_HOME/aldis`, else `~/.config/aldis`.
  case settings
  /// State between starts: `$XDG_STATE_HOME/aldis`, else `~/.local/state/aldis`.
  case state

  /// The path of the file called `name`, which need not exist; `nil` if the user has no such folder.
  public func path(
    of name: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    let (variable, defaultFolder) =
      switch self {
      case .settings: ("XDG_CONFIG_HOME", ".config")
      case .state: ("XDG_STATE_HOME", ".local/state")
      }
    // "All paths set in these environment variables must be absolute [else] ignore it."
    let folder =
      environment[variable].flatMap(Self.absolute)
      ?? environment["HOME"].flatMap(Self.absolute).map { "\($0)/\(defaultFolder)" }
    return folder.map { "\($0)/aldis/\(name)" }
  }

  private static func absolute(_ path: String) -> String? { path.hasPrefix("/") ? path : nil }

  /// Limit of a file in bytes; far more than any of these files needs.
  private static let maximumSize = 65_536

  /// The text of the file at `path`; `nil` if there is none.
  public static func text(at path: String) throws(SettingsError) -> String? {
    guard let status = FileStatus(path: path) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(reason: LocalizedText(errno: errno))
    }
    // Reading a pipe or a device might never end.
    guard status.isRegular else { throw .unreadable(reason: "it is no file of text") }
    guard status.size <= maximumSize else { throw .unreadable(reason: "it is too large for settings") }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw .unreadable(reason: "it cannot be read")
    }
    guard let text = String(data: bytes, encoding: .utf8), !text.utf8.contains(0) else {
      throw .unreadable(reason: "it is no text in UTF-8")
    }
    return text
  }

  /// Writes `data` to the file at `path`, completely or not at all. It creates the folder if it is missing.
  public static func write(_ data: Data, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
  }
}
