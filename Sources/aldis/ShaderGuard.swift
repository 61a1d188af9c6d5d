import Foundation
import Monitor

/// Remembers across starts that shaders were being tried: some loop for ever, and then the driver or the user stops the
/// program before it can say anything.
struct ShaderGuard {
  private let path = UserFolder.state.path(of: "shaders-on-trial")
  /// What the last run tried when it was stopped.
  let lastTried: String?

  init() {
    lastTried = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
  }

  /// Shaders of these files are about to be tried.
  func begin(_ files: [String]) {
    guard let path else { return }
    try? UserFolder.write(Data(files.sorted().joined(separator: ", ").utf8), to: path)
  }

  /// They have drawn a picture.
  func end() {
    guard let path else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
