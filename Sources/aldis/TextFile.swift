import FoundationEssentials
import Glibc
import Interface
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

  /// - Returns: What is to be done, on a thread that may wait.
  mutating func saving(_ text: String, to path: String, _ words: Wording) -> TextSaving {
    self.path = path
    let mayReplace = !replaceable.insert(path).inserted
    return TextSaving(
      text: text, path: path, target: RecordingPaths.absolute(path), mayReplace: mayReplace, words: words)
  }
}

/// A text on its way to a file.
struct TextSaving: Hashable {
  var text: String
  /// As the user wrote it, and as it is opened.
  var path: String
  var target: String
  var mayReplace: Bool
  /// For what became of it.
  var words: Wording

  /// - Returns: What became of it.
  func save() -> Notice {
    guard mayReplace || !FileManager.default.fileExists(atPath: target) else {
      return Notice(.warning, words.isThere(RecordingPaths.shown(path)))
    }
    do {
      try Output.to(target).write(text + "\n")
      return Notice(.information, words.saved(RecordingPaths.shown(path)))
    } catch {
      return Notice(.error, words.told(error))
    }
  }
}

/// A name for what is saved now, in the current folder; nothing has it yet.
func timedName(endingIn ending: String) -> String {
  var now = time(nil)
  var local = tm()
  localtime_r(&now, &local)
  var text = [CChar](repeating: 0, count: 32)
  let length = strftime(&text, text.count, "aldis-%Y%m%d-%H%M%S", &local)
  let start = String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  // A quick hand saves twice in a second.
  let names = ["\(start).\(ending)"] + (2...99).map { "\(start)-\($0).\(ending)" }
  return names.first { !FileManager.default.fileExists(atPath: $0) } ?? names[0]
}
