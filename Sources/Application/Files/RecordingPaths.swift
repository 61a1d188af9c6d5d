import FoundationEssentials
import Glibc

/// Finds recordings and folders whose paths begin with the typed text.
enum RecordingPaths {
  /// Common endings of recordings. A file with another ending can be opened by its full path.
  private static let endings: Set<String> = [
    "3gp", "avi", "gif", "grid", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "ts",
    "webm", "wmv", "y4m",
  ]

  /// Limit of the paths; a user does not search through more.
  private static let maximumCount = 64

  /// - Returns: Paths in the order of their names; folders end in a slash. Empty if the folder cannot be read.
  static func continuing(_ typed: String) -> [String] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let path = absolute(folder.isEmpty ? "." : folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var paths: [String] = []
    for name in names.sorted(by: { sortKey(of: $0) < sortKey(of: $1) }) {
      guard paths.count < maximumCount else { break }
      guard name.lowercased().hasPrefix(start.lowercased()), start.hasPrefix(".") || !name.hasPrefix(".")
      else {
        continue
      }
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) else {
        continue
      }
      if isFolder {
        paths.append(folder + name + "/")
      } else if endings.contains(name.splitAtEnding().ending.lowercased()) {
        paths.append(folder + name)
      }
    }
    return paths
  }

  /// Sort key by which film 10 comes after film 9, and upper case is sorted like lower case.
  private static func sortKey(of name: String) -> String {
    name.lowercased().replacing(/[0-9]+/) {
      String(repeating: "0", count: max(20 - $0.output.count, 0)) + $0.output
    }
  }

  /// The path with `~` replaced by the user's home folder, as in a shell.
  static func absolute(_ path: String) -> String {
    path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  private static var home: String { FileManager.default.homeDirectoryForCurrentUser.path }

  /// The full path for the user, because a program that was started from a menu has no obvious current folder.
  static func shown(_ path: String) -> String {
    let path = absolute(path)
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return home.count > 1 && full.hasPrefix(home + "/") ? "~" + full.dropFirst(home.count) : full
  }
}

extension String {
  /// The path without its ending, and the ending without the dot. The ending is empty if there is none, as in `.hidden`.
  func splitAtEnding() -> (start: String, ending: String) {
    guard let dot = lastIndex(of: "."), dot > startIndex, self[index(before: dot)] != "/",
      !self[dot...].contains("/" as Character)
    else { return (self, "") }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
