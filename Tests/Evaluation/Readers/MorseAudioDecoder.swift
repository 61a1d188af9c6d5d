import Filming
import Foundation
import Shell

/// PyPI's morse-audio-decoder. Its input says for each frame whether it is brighter than half the range:
/// `Peers/morse-audio-decoder.py`.
struct MorseAudioDecoder: Reader {
  /// A Python that has the package.
  var python: String

  static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../Peers/morse-audio-decoder.py").standardized.path

  var name: String { "morse-audio-decoder" }

  var absence: String? {
    FileManager.default.isExecutableFile(atPath: python) ? nil : "no Python at \(python)"
  }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    // One process reads all films, because it takes seconds to start.
    let input = takes.reduce(into: "") { $0 += $1.film.bits + "\n" }
    let output = try Workspace().output(
      of: "\(Shell.quoted(python)) \(Shell.quoted(Self.script))", input: input)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return takes.indices.map { $0 < lines.count ? lines[$0] : "" }
  }
}

extension Film {
  /// A digit for every frame of a regular clock: 1 if the light is on.
  fileprivate var bits: String {
    var bits = ""
    var isOn = false
    var edges = edges[...]
    var time = frames.first?.start ?? 0
    while time < duration {
      while let edge = edges.first, edge.time <= time {
        isOn = edge.isOn
        edges.removeFirst()
      }
      bits += isOn ? "1" : "0"
      time += frameTime
    }
    return bits
  }
}
