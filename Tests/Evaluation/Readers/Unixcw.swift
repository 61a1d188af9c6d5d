import Filming
import Foundation
import Shell

/// libcw of unixcw. Its input is the list of times at which the level crosses half its range: `Peers/libcw.c`.
struct Unixcw: Reader {
  var path: String

  var name: String { "libcw" }

  var absence: String? {
    FileManager.default.isExecutableFile(atPath: path) ? nil : "no program at \(path): needs libcw-dev"
  }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    try await takes.concurrentMap(jobs: jobs) { take in
      let edges = take.film.edges.reduce(into: "") { $0 += "\($1.isOn ? 1 : 0) \($1.time)\n" }
      return try Workspace().output(of: Shell.quoted(path), input: edges)
    }
  }
}
