import Foundation
import Shell

/// A folder for the files of one run of a program, removed with this value.
struct Workspace: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "aldis-evaluation-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What `script` prints when `input` is its standard input. If it fails, its output until then is returned and the failure is
  /// reported.
  func output(of script: String, input: String) throws -> String {
    let files = ["input", "output", "errors"].map { folder.appendingPathComponent($0) }
    try input.write(to: files[0], atomically: false, encoding: .utf8)
    let paths = files.map { Shell.quoted($0.path) }
    let status = Shell.run("exec <\(paths[0]) >\(paths[1]) 2>\(paths[2]); timeout 600 \(script)")
    if status != 0 {
      let errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
      say("\(script) failed with status \(status): \(errors.prefix(400))")
    }
    return String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
  }
}
