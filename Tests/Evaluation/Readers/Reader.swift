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
    jobs: Int, _ transform: @escaping @Sendable (Element) throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: count)
      for (index, element) in enumerated() {
        if index >= jobs, let (done, result) = try await group.next() { results[done] = result }
        group.addTask { (index, try transform(element)) }
      }
      for try await (done, result) in group { results[done] = result }
      return results.compactMap { $0 }
    }
  }
}
