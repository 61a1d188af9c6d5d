/// A column of the table: somebody who reads films.
protocol Reader: Sendable {
  var name: String { get }
  /// Why it cannot read on this machine, if it cannot.
  var absence: String? { get }
  /// The texts of the films, in their order; `nil` for one that this reader has nothing to say of.
  func read(_ takes: [Take], jobs: Int) async throws -> [String?]
}

extension Array where Element: Sendable {
  /// Maps with at most `jobs` elements in work at a time.
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
