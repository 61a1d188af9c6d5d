/// A column of the table: a program that reads films.
protocol Reader: Sendable {
  var name: String { get }
  /// Why it cannot read on this machine; `nil` if it can.
  var absence: String? { get }
  /// The texts of the films, in their order; `nil` for a film that this reader does not read.
  func read(_ takes: [Take], jobs: Int) async throws -> [String?]
}

extension Array where Element: Sendable {
  /// Maps at most `jobs` elements at the same time.
  func concurrentMap<Result: Sendable>(
    jobs: Int, _ transform: @escaping @Sendable (Element) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    try await concurrentMap(jobs: jobs, transform) { results.append($0) }
    return results
  }

  /// Maps at most `jobs` elements at the same time. Takes the results in the elements' order, each as soon as it is there.
  func concurrentMap<Result: Sendable>(
    jobs: Int, _ transform: @escaping @Sendable (Element) async throws -> Result,
    take: (Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var waiting: [Int: Result] = [:]
      var next = 0
      func receive(_ done: (index: Int, result: Result)) throws {
        waiting[done.index] = done.result
        while let result = waiting.removeValue(forKey: next) {
          next += 1
          try take(result)
        }
      }
      for (index, element) in enumerated() {
        if index >= jobs, let done = try await group.next() { try receive(done) }
        group.addTask { (index, try await transform(element)) }
      }
      for try await done in group { try receive(done) }
    }
  }
}
