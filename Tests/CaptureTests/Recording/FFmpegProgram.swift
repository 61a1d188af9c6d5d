import Foundation
import Shell

/// The `ffmpeg` and `ffprobe` programs: they make and analyse the recordings of the tests.
enum FFmpegProgram {
  static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy { path(of: $0) != nil }
  static let absence = "needs the programs ffmpeg and ffprobe (Debian: ffmpeg)"

  private static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The standard output of a program.
  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
    let folder = TestFolder()
    let output = folder.file("output")
    let words = [program, "-v", "error"] + arguments
    let command = words.map(Shell.quoted).joined(separator: " ")
    precondition(Shell.run("\(command) </dev/null >\(Shell.quoted(output))") == 0, command)
    return try Array(Data(contentsOf: URL(fileURLWithPath: output)))
  }

  /// Makes a recording of a moving test picture.
  ///
  /// - Parameter arguments: The options of encoding.
  static func make(
    _ path: String, size: String = "66x50", frames: Int = 12, rate: String = "30", _ arguments: [String]
  ) throws {
    try run(
      "ffmpeg",
      [
        "-y", "-f", "lavfi", "-i", "testsrc=size=\(size):rate=\(rate)", "-frames:v", "\(frames)", "-threads",
        "1",
      ]
        + arguments + [path])
  }

  /// The pictures as FFmpeg decodes them, planes one after another.
  ///
  /// - Parameter turned: Whether FFmpeg turns them upright.
  static func pixels(of path: String, as format: String, turned: Bool = false) throws -> [UInt8] {
    try run(
      "ffmpeg",
      [
        "-autorotate", turned ? "1" : "0", "-i", path, "-fps_mode", "passthrough", "-sws_flags", "bilinear",
        "-pix_fmt", format, "-f", "rawvideo", "-",
      ])
  }

  /// The pictures' times in seconds by FFmpeg; not-a-number for a missing time.
  static func times(of path: String) throws -> [Double] {
    let entries = ["-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0"]
    let text = try run("ffprobe", ["-select_streams", "v:0"] + entries + [path])
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      Double($0.prefix { $0 != "," }) ?? .nan
    }
  }
}
