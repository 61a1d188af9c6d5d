import Foundation

/// A reader whose texts are kept: peers, and the bound, do not change with Aldis.
struct KeptReader: Reader {
  let reader: any Reader
  let cache: EvaluationCache
  /// A hash of what the reader consists of.
  let version: StableHash

  var name: String { reader.name }
  var absence: String? { reader.absence }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    let files = takes.map(file)
    var texts = files.map(kept)
    let missing = texts.indices.filter { texts[$0] == nil }
    let read = try await reader.read(missing.map { takes[$0] }, jobs: jobs)
    for (index, text) in zip(missing, read) {
      texts[index] = .some(text)
      guard let contents = try? JSONEncoder().encode(Kept(text)) else { continue }
      cache.keep(contents, in: files[index])
    }
    return texts.map { $0 ?? nil }
  }

  private struct Kept: Codable {
    var text: String?
    var check: String

    init(_ text: String?) {
      self.text = text
      check = StableHash(text ?? "\u{0}").text
    }
  }

  private func kept(_ file: URL) -> String?? {
    guard let contents = cache.contents(of: file),
      let kept = try? JSONDecoder().decode(Kept.self, from: contents),
      kept.check == StableHash(kept.text ?? "\u{0}").text
    else { return nil }
    return .some(kept.text)
  }

  private func file(of take: Take) -> URL {
    var key = version
    key.add(name)
    key.add(take.key)
    key.add(take.film.csv)
    return cache.file(key, "text")
  }
}
