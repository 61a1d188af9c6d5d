import FoundationEssentials
import Glibc
import Monitor
import Shaders

/// Remembers across starts that shaders were being tried: some loop for ever, and then the driver or the user stops the
/// program before it can say anything.
struct ShaderGuard {
  private let path = UserFolder.state.path(of: "shaders-on-trial")
  /// What the last run tried when it was stopped.
  let lastTried: Set<ShaderName>

  init() {
    let names = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    lastTried = Set(
      names.split { $0 == "," || $0.isWhitespace }.compactMap { ShaderName(rawValue: String($0)) })
  }

  /// Shaders of these files are about to be tried.
  func begin(_ files: [String]) {
    guard let path else { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Not by Foundation, which waits for the disk (fsync(2)), and a save would wait with it: what is written outlives
    // the program at once.
    guard let file = fopen(path, "w") else { return }
    fputs(files.sorted().joined(separator: ", "), file)
    fclose(file)
  }

  /// They have drawn a picture.
  func end() {
    guard let path else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// Which writing of a file lies in a folder: another one has another time or another place on the disk.
struct FileStamp: Equatable {
  private let file: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` where there is no such file.
  init?(of shader: ShaderName, in folder: String) {
    var status = stat()
    guard stat(ShaderLibrary.path(of: shader, in: folder), &status) == 0 else { return nil }
    (file, seconds, nanoseconds) = (UInt64(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
