import Capture
import Filming
import Foundation
import Frames
import Morse
import Testing

@testable import evaluation

@Suite("The cache of evaluations")
struct CacheTests {
  private let folder: TemporaryFolder
  private let cache: EvaluationCache

  init() throws {
    folder = try TemporaryFolder()
    cache = try EvaluationCache(folder: folder.path("cache"), limit: 1_000_000)
  }

  private var files: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: cache.folder, includingPropertiesForKeys: nil)
    }
  }

  private static let scene: DisturbedScene = {
    var builder = SceneBuilder(seed: 1)
    (builder.scene.width, builder.scene.height, builder.scene.leadIn) = (64, 48, 1)
    return builder.scene
  }()

  private func film(
    _ scene: DisturbedScene = scene, renderer: String = "a", isKept: Bool = true
  ) -> SceneFilm {
    SceneFilm(
      scene: scene, measuresBackground: true, cache: isKept ? (cache, renderer: StableHash(renderer)) : nil)
  }

  private func records(_ film: SceneFilm) throws -> [GridRecord] {
    var records: [GridRecord] = []
    try film.play(start: { records = [] }) { records.append($0) }
    return records
  }

  @Test("a cached film equals the rendered one")
  func kept() throws {
    let rendered = try records(film(isKept: false))
    #expect(rendered.count > 30)
    #expect(try files.isEmpty)
    for _ in 0..<2 {
      #expect(try records(film()) == rendered)
      #expect(try files.count == 1)
    }
  }

  @Test("each scene and each renderer has its own film")
  func keys() throws {
    _ = try records(film())
    _ = try records(film(renderer: "b"))
    var other = Self.scene
    other.noise += 1
    _ = try records(film(other))
    #expect(try files.count == 3)
  }

  @Test("a cached file that is truncated, damaged, empty or not a film is replaced by a new film")
  func damaged() throws {
    let rendered = try records(film())
    let file = try #require(try files.first)
    let whole = try Data(contentsOf: file)
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    for contents in [
      whole.prefix(whole.count - 1), whole.prefix(whole.count / 2), damaged, Data(), Data("x".utf8),
    ] {
      try contents.write(to: file)
      #expect(try records(film()) == rendered)
      #expect(try Data(contentsOf: file) == whole)
    }
  }

  @Test("if the folder cannot be written, films are still rendered")
  func noRoom() throws {
    let rendered = try records(film())
    try FileManager.default.removeItem(at: cache.folder)
    try "in the way".write(to: cache.folder, atomically: true, encoding: .utf8)
    #expect(try records(film()) == rendered)
  }

  @Test("above its limit the cache removes the least recently used files")
  func limit() throws {
    let names = (0..<4).map { cache.file(StableHash("\($0)"), "text") }
    for (age, file) in names.enumerated() {
      cache.keep(Data(count: 300_000), in: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(age - 100))], ofItemAtPath: file.path)
    }
    _ = cache.contents(of: names[0])
    cache.trim()
    #expect(names.map { FileManager.default.fileExists(atPath: $0.path) } == [true, false, true, true])
  }

  /// Counts how often it was called, and the films.
  private final class CountingReader: Reader, @unchecked Sendable {
    var calls = 0
    var count = 0
    let name = "counting"
    let absence: String? = nil

    func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
      calls += 1
      count += takes.count
      return takes.map { $0.message.isEmpty ? nil : "read \($0.message)" }
    }
  }

  @Test("a peer reads each film once; it reads again if the cached text is damaged")
  func readings() async throws {
    let condition = Condition("any", goal: nil, .morseTorch)
    let takes = try (0..<2).map { try condition.take($0, seed: 1, minutes: 1) }
    let reader = CountingReader()
    let kept = CachedReader(reader: reader, cache: cache, version: StableHash("1"))
    let first = try await kept.read(takes, jobs: 1)
    #expect(try await kept.read(takes, jobs: 1) == first)
    #expect(reader.calls == 1)
    #expect(reader.count == 2)
    let file = try #require(try files.first)
    try Data(try String(contentsOf: file, encoding: .utf8).replacing("read ", with: "read X").utf8).write(
      to: file)
    #expect(try await kept.read(takes, jobs: 1) == first)
    #expect(reader.count == 3)
    let newer = CachedReader(reader: reader, cache: cache, version: StableHash("2"))
    #expect(try await newer.read(takes, jobs: 1) == first)
    #expect(reader.count == 5)
  }

  @Test("different texts have different hashes; so has one text that is divided in another way")
  func hash() {
    var (together, apart) = (StableHash(), StableHash())
    together.add("ab")
    apart.add("a")
    apart.add("b")
    #expect(together == StableHash("ab"))
    #expect(together != apart)
    #expect(StableHash("a").text != StableHash("b").text)
    #expect(StableHash("").text.count == 32)
  }
}
