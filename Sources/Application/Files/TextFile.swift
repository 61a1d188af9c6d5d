import FoundationEssentials
import Glibc
import Interface
import Monitor

/// The file to which the user saves the text. An existing file is replaced only when the user saves to it twice.
struct TextFile {
  /// The proposed path.
  private(set) var path: String
  /// Paths that are replaced without a question: files of this run, and files that the user has confirmed.
  private var replaceable: Set<String> = []

  init() {
    path = timedName(endingIn: "txt")
  }

  /// - Returns: The work, to be done on a thread that may wait.
  mutating func saveRequest(_ text: String, to path: String, _ words: Wording) -> TextSaveRequest {
    self.path = path
    let mayReplace = !replaceable.insert(path).inserted
    return TextSaveRequest(
      text: text, path: path, target: RecordingPaths.absolute(path), mayReplace: mayReplace, words: words)
  }
}

/// A text that is to be saved in a file.
struct TextSaveRequest: Hashable {
  var text: String
  /// The path as the user typed it; `target` is the absolute path.
  var path: String
  var target: String
  var mayReplace: Bool
  /// For the notice about the outcome.
  var words: Wording

  /// - Returns: A notice about the outcome.
  func save() -> Notice {
    guard mayReplace || !FileManager.default.fileExists(atPath: target) else {
      return Notice(
        .warning,
        words.translate("\(RecordingPaths.shown(path)) is there already. Save once more to replace it."))
    }
    do {
      try Output.to(target).write(text + "\n")
      return Notice(.information, words.translate("Saved \(RecordingPaths.shown(path))"))
    } catch {
      return Notice(.error, words.message(for: error))
    }
  }
}

/// An unused file name with the time, in the current folder.
func timedName(endingIn ending: String) -> String {
  var now = time(nil)
  var local = tm()
  localtime_r(&now, &local)
  var text = [CChar](repeating: 0, count: 32)
  let length = strftime(&text, text.count, "aldis-%Y%m%d-%H%M%S", &local)
  let start = String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  // The user may save twice in one second.
  let names = ["\(start).\(ending)"] + (2...99).map { "\(start)-\($0).\(ending)" }
  return names.first { !FileManager.default.fileExists(atPath: $0) } ?? names[0]
}
