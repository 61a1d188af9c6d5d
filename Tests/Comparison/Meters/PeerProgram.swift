import Foundation
import Shell

/// A program of `Peers`, which `make compare` builds. It reads the pictures from a file and times itself, so its start is not
/// measured.
final class PeerProgram: Meter {
  let name: String
  private let path: String

  init(_ name: String, path: String) {
    self.name = name
    self.path = path
  }

  var absence: String? {
    FileManager.default.isExecutableFile(atPath: path)
      ? nil : "no program at \(path); `make compare` builds it"
  }

  func measure(_ pictures: [Picture]) throws -> [Measurement] {
    guard let format = pictures.first?.format else { return [] }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appendingPathComponent("pictures"), folder.appendingPathComponent("output"))
    try pictures.reduce(into: Data()) { data, picture in picture.withBytes { data.append(contentsOf: $0) } }
      .write(to: input)
    let status = Shell.run(
      "\(Shell.quoted(path)) \(Shell.quoted(input.path)) \(format.width) \(format.height) >\(Shell.quoted(output.path))"
    )
    guard status == 0 else { throw Failure(program: path, status: status) }
    return String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n").compactMap {
      line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return numbers.count == 2 ? Measurement(milliseconds: numbers[0], mean: numbers[1]) : nil
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var program: String
    var status: Int32
    var description: String { "\(program) failed with status \(status)" }
  }
}
