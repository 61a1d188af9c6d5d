import Foundation

/// A reader whose texts are cached: peers and the bound do not change with Aldis.
struct CachedReader: Reader {
  let reader: any Reader
  let cache: EvaluationCache
  /// A hash of the reader's sources or program.
  let version: StableHash

  var name: String { reader.name }
  var absence: String? { reader.absence }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    let files = takes.map(file)
    var texts = files.map(cachedText)
    let missing = texts.indices.filter { texts[$0] == nil }
    // Starting a peer for no film takes a second.
    guard !missing.isEmpty else { return texts.map { $0 ?? nil } }
    let read = try await reader.read(missing.map { takes[$0] }, jobs: jobs)
    for (index, text) in zip(missing, read) {
      texts[index] = .some(text)
      guard let contents = try? JSONEncoder().encode(CachedText(text)) else { continue }
      cache.keep(contents, in: files[index])
    }
    return texts.map { $0 ?? nil }
  }

  private struct CachedText: Codable {
    var text: String?
    var check: String

    init(_ text: String?) {
      self.text = text
      check = StableHash(text ?? "\u{0}").text
    }
  }

  private func cachedText(_ file: URL) -> String?? {
    guard let contents = cache.contents(of: file),
      let cached = try? JSONDecoder().decode(CachedText.self, from: contents),
      cached.check == StableHash(cached.text ?? "\u{0}").text
    else { return nil }
    return .some(cached.text)
  }

  private func file(of take: Take) -> URL {
    var key = version
    key.add(name)
    key.add(take.key)
    key.add(take.film.csv)
    return cache.file(key, "text")
  }
}
