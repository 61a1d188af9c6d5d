import Filming
import Foundation
import Morse

/// The bound: a reader that knows everything but the message. It knows each frame's dark level, step and noise, the unit at
/// every moment, and the lengths of marks and gaps and how much they vary. It finds the text with the highest probability for
/// the levels.
struct KnownTimingReader: Reader {
  var name: String { "knows the timing" }
  var absence: String? { nil }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    try await takes.concurrentMap(jobs: jobs) { take in
      take.sending.map { MostProbableText(take.film, $0).text }
    }
  }
}
