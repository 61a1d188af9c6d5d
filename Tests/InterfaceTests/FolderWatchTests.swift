import Foundation
import Shaders
import Testing

@Suite("Watching a folder")
struct FolderWatchTests {
  /// The ways in which editors save a file.
  enum Save: CaseIterable {
    case inPlace, renamedOver, truncatedThenWritten, removedThenCreated

    func save(_ text: String, to url: URL) throws {
      let bytes = Data(text.utf8)
      switch self {
      case .inPlace:
        let file = try FileHandle(forUpdating: url)
        try file.write(contentsOf: bytes)
        try file.truncate(atOffset: UInt64(bytes.count))
        try file.close()
      case .renamedOver:
        let other = url.appendingPathExtension("new")
        try bytes.write(to: other)
        guard rename(other.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      case .truncatedThenWritten:
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
      case .removedThenCreated:
        try FileManager.default.removeItem(at: url)
        try bytes.write(to: url)
      }
    }
  }

  @Test("after 200 rapid saves of each kind, the text read last is the last save")
  func saves() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(ShaderName.tile.rawValue)
    try Data("start".utf8).write(to: file)
    let (changes, announce) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = try FolderWatch(folder.path) { announce.yield() }
    var turns = changes.makeAsyncIterator()
    for kind in Save.allCases {
      for number in 1...200 {
        let text = "// \(kind) \(number)\n"
        try kind.save(text, to: file)
        // The test reads only after each hundredth save, so that changes accumulate.
        guard number.isMultiple(of: 100) else { continue }
        var read = ""
        while read != text, await turns.next() != nil {
          if watch.takeChange() { read = try ShaderLibrary(directory: folder.path)[.tile] }
        }
        #expect(read == text)
      }
    }
  }

  @Test(
    "the watch continues when the folder is removed or renamed and a new folder replaces it",
    arguments: [false, true])
  func replaced(isRenamed: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
    let old = folder.appendingPathExtension("old")
    defer { for folder in [folder, old] { try? FileManager.default.removeItem(at: folder) } }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (changes, announce) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = try FolderWatch(folder.path) { announce.yield() }
    var turns = changes.makeAsyncIterator()
    for round in 1...3 {
      if isRenamed {
        try? FileManager.default.removeItem(at: old)
        try FileManager.default.moveItem(at: folder, to: old)
      } else {
        try FileManager.default.removeItem(at: folder)
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = "// \(round)\n"
      try Data(text.utf8).write(to: folder.appendingPathComponent(ShaderName.tile.rawValue))
      var read = ""
      while read != text, await turns.next() != nil {
        if watch.takeChange() { read = try ShaderLibrary(directory: folder.path)[.tile] }
      }
      #expect(read == text)
    }
  }

  @Test("if there is no folder, the error has its path and the system's reason")
  func missing() {
    let error = #expect(throws: ShaderFileError.self) { _ = try FolderWatch("/missing") {} }
    #expect(error?.path == "/missing")
    #expect(error?.reason == "No such file or directory")
  }
}
