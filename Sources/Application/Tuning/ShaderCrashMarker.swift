import FoundationEssentials
import Glibc
import Monitor
import Shaders

/// A file that names the shaders that are being tried. If the driver or the user stops the program because a shader loops
/// forever, the next start finds the shader's name in this file.
struct ShaderCrashMarker {
  private let path = UserFolder.state.path(of: "shaders-on-trial")
  /// The shaders that the last run was trying when it was stopped.
  let lastTried: Set<ShaderName>

  init() {
    let names = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    lastTried = Set(
      names.split { $0 == "," || $0.isWhitespace }.compactMap { ShaderName(rawValue: String($0)) })
  }

  /// Writes the file. It is called before shaders of these files are tried.
  func begin(_ files: [String]) {
    guard let path else { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Foundation would wait for the disk (fsync(2)). The file outlives the program without waiting.
    guard let file = fopen(path, "w") else { return }
    fputs(files.sorted().joined(separator: ", "), file)
    fclose(file)
  }

  /// Removes the file. It is called when the shaders have drawn a picture.
  func end() {
    guard let path else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// The version of a file. Each save changes the file's time or its inode.
struct FileStamp: Equatable {
  private let file: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` if there is no such file.
  init?(of shader: ShaderName, in folder: String) {
    var status = stat()
    guard stat(ShaderLibrary.path(of: shader, in: folder), &status) == 0 else { return nil }
    (file, seconds, nanoseconds) = (UInt64(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
