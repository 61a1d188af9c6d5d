import Foundation

/// Sources of this repository that cached files depend on.
enum Sources {
  /// The sources that render films: a change of any of these makes other films.
  static let filming = [
    "Sources/Frames", "Sources/Capture/Scene", "Sources/Capture/Grids", "Sources/Luma",
    "Sources/Registration", "Tests/Filming", "Tests/Evaluation/Scenes/SceneFilm.swift",
    "Tests/Evaluation/Scenes/FilmCodec.swift", "Tests/Evaluation/Scenes/Disturbances",
  ]
  /// The sources of the reader that knows the timing.
  static let knownTimingReader = [
    "Sources/Morse/Alphabets", "Sources/Morse/CodeWord.swift", "Sources/Morse/Timing.swift",
    "Sources/Morse/Keying.swift", "Tests/Filming",
    "Tests/Evaluation/Readers",
  ]

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A hash of the contents of files and folders.
  ///
  /// - Parameter paths: From the repository's root.
  /// - Throws: If one of them cannot be read, or is newer than this program, which was then built from other sources.
  static func hash(_ paths: [String]) throws -> StableHash {
    let built = try builtAt()
    var hash = StableHash()
    for file in try paths.flatMap(files) {
      guard try modified(file) <= built else { throw SourcesError.isNewer(file.lastPathComponent) }
      hash.add(file.path.dropFirst(root.path.count).utf8)
      hash.add(try Data(contentsOf: file))
    }
    return hash
  }

  private static func files(_ path: String) throws -> [URL] {
    let url = root.appending(path: path)
    guard (try url.resourceValues(forKeys: [.isDirectoryKey])).isDirectory == true else { return [url] }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { url.appending(path: $0) }
  }

  /// When this program was last built. A build without changes does not touch the program, so `make eval` also touches a file
  /// after each build.
  private static func builtAt() throws -> Date {
    let program = try modified(URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath())
    let mark = try? modified(root.appending(path: ".build/evaluation-built"))
    return max(program, mark ?? program)
  }

  private static func modified(_ file: URL) throws -> Date {
    try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? .distantFuture
  }
}

enum SourcesError: LocalizedError {
  case isNewer(String)

  var errorDescription: String? {
    switch self {
    case .isNewer(let file): "\(file) is newer than this program; build it first, by make eval"
    }
  }
}
