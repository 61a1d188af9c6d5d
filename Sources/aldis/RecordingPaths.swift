import Foundation

/// Recordings and folders whose paths continue what somebody types.
enum RecordingPaths {
  /// What names recordings usually end in; any other file is opened by its whole path.
  private static let endings: Set<String> = [
    "3gp", "avi", "gif", "grid", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "ts",
    "webm", "wmv",
    "y4m",
  ]

  /// More than anybody looks through.
  private static let most = 64

  /// - Returns: In the order of their names; folders end in a slash. Empty where a folder cannot be read.
  static func continuing(_ typed: String) -> [String] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let path = absolute(folder.isEmpty ? "." : folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var paths: [String] = []
    for name in names.sorted(by: { $0.localizedStandardCompare($1) == .orderedAscending }) {
      guard paths.count < most else { break }
      guard name.lowercased().hasPrefix(start.lowercased()), start.hasPrefix(".") || !name.hasPrefix(".")
      else {
        continue
      }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) else {
        continue
      }
      if isFolder.boolValue {
        paths.append(folder + name + "/")
      } else if endings.contains((name as NSString).pathExtension.lowercased()) {
        paths.append(folder + name)
      }
    }
    return paths
  }

  /// `~` is the user's own folder, as in a shell.
  static func absolute(_ path: String) -> String { (path as NSString).expandingTildeInPath }

  /// The whole path, for people: who started the program from a menu knows of no current folder.
  static func shown(_ path: String) -> String {
    let path = absolute(path)
    let folder = FileManager.default.currentDirectoryPath as NSString
    let whole = path.hasPrefix("/") ? path : folder.appendingPathComponent(path)
    let home = NSHomeDirectory()
    return home.count > 1 && whole.hasPrefix(home + "/") ? "~" + whole.dropFirst(home.count) : whole
  }
}
