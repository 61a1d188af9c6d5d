import Foundation
import Shell

/// Aldis as its users run it: it reads a trace in CSV and knows nothing else.
struct AldisProgram: Reader {
  var path: String

  var name: String { "Aldis" }

  var absence: String? {
    FileManager.default.isExecutableFile(atPath: path) ? nil : "no program at \(path)"
  }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    try await takes.concurrentMap(jobs: jobs) { take in
      try output(for: take, "")
    }
  }

  /// The characters of each film, with their times and confidence.
  func characters(_ takes: [Take], jobs: Int) async throws -> [[ReadCharacter]] {
    struct Event: Decodable { var event: String }
    return try await takes.concurrentMap(jobs: jobs) { take in
      let lines = try output(for: take, "--format jsonl").split(separator: "\n").map { Data($0.utf8) }
      return try lines.compactMap { line in
        guard try JSONDecoder().decode(Event.self, from: line).event == "character" else { return nil }
        return try JSONDecoder().decode(ReadCharacter.self, from: line)
      }
    }
  }

  private func output(for take: Take, _ options: String) throws -> String {
    try Workspace().output(
      of: "\(Shell.quoted(path)) decode --luma /dev/stdin \(options)", input: take.film.csv)
  }
}
