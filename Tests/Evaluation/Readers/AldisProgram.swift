import Foundation
import Shell

/// Aldis as its users run it: a trace in CSV, nothing told.
struct AldisProgram: Reader {
  var path: String

  var name: String { "Aldis" }

  var absence: String? {
    FileManager.default.isExecutableFile(atPath: path) ? nil : "no program at \(path)"
  }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    try await takes.concurrentMap(jobs: jobs) { take in
      try Workspace().output(of: "\(Shell.quoted(path)) decode --luma /dev/stdin", input: take.film.csv)
    }
  }
}
