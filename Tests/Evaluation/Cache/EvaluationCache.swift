import Foundation
import Shell
import Synchronization

/// A folder of results that are slow to compute and always the same: rendered films, and the texts that peers read from them.
///
/// A file is named by a hash of everything that its contents depend on. A file is used only if its own checksum is right.
/// Damaged files are made anew. The folder can be deleted at any time. If it cannot be written, this is reported once, and the
/// evaluation continues without it.
final class EvaluationCache: Sendable {
  let folder: URL
  /// Bytes of all files together; see ``trim()``.
  private let limit: Int
  private let failure = Mutex<String?>(nil)

  /// - Throws: If the folder cannot be made.
  init(folder: String, limit: Int) throws {
    self.folder = URL(filePath: folder)
    self.limit = limit
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  /// The place of the file of `key`, whether it exists or not.
  func file(_ key: StableHash, _ kind: String) -> URL {
    folder.appending(path: "\(key.text).\(kind)")
  }

  /// The contents of a file, which counts as used now.
  func contents(of file: URL) -> Data? {
    guard let contents = try? Data(contentsOf: file, options: .mappedIfSafe) else { return nil }
    markUsed(file)
    return contents
  }

  func markUsed(_ file: URL) {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
  }

  /// Writes a file whole or not at all.
  func keep(_ contents: Data, in file: URL) {
    do {
      try contents.write(to: file, options: .atomic)
    } catch {
      report(error)
    }
  }

  /// Reports the first error of writing.
  func report(_ error: any Error) {
    let isFirst = failure.withLock { failure in
      defer { failure = "\(error)" }
      return failure == nil
    }
    if isFirst {
      say("\(folder.path) cannot be written, so nothing new is kept there: \(error.localizedDescription)")
    }
  }

  /// Removes the least recently used files until the others are within the limit.
  func trim() {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys)))
      ?? []
    var kept = files.compactMap { file -> (url: URL, size: Int, used: Date)? in
      guard let values = try? file.resourceValues(forKeys: keys), let size = values.fileSize,
        let used = values.contentModificationDate
      else { return nil }
      return (file, size, used)
    }
    kept.sort { $0.used < $1.used }
    var total = kept.reduce(0) { $0 + $1.size }
    for file in kept where total > limit {
      try? FileManager.default.removeItem(at: file.url)
      total -= file.size
    }
  }
}
