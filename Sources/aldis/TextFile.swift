import Foundation
import Monitor

/// Where the user saves the text. A file that was there before is replaced only when the user says so twice.
struct TextFile {
  /// What to propose.
  private(set) var path: String
  /// Replaced without a question: our own, or asked about already.
  private var replaceable: Set<String> = []

  init() {
    path = timedName(endingIn: "txt")
  }

  /// - Returns: The writing, for a thread that may wait, and then what became of it.
  mutating func save(_ text: String, to path: String) -> @Sendable () -> Notice {
    self.path = path
    let mayReplace = !replaceable.insert(path).inserted
    let target = RecordingPaths.absolute(path)
    return {
      guard mayReplace || !FileManager.default.fileExists(atPath: target) else {
        return Notice(.warning, "\(path) is there already. Save once more to replace it.")
      }
      do {
        try Output.to(target).write(text + "\n")
        return Notice(.information, "Saved \(path)")
      } catch {
        return Notice(.error, (error as? Failure)?.message ?? "Cannot write \(path)")
      }
    }
  }
}

/// A name for what is saved now, in the current folder.
func timedName(endingIn ending: String) -> String {
  let time = DateFormatter()
  time.locale = Locale(identifier: "en_US_POSIX")
  time.dateFormat = "yyyyMMdd-HHmmss"
  return "aldis-\(time.string(from: Date())).\(ending)"
}
