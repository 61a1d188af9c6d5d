import FoundationEssentials
import Glibc

/// The name of this installation: a random UUID that is created at the first use and kept.
///
/// It distinguishes the logs of several stations. It reveals nothing about the machine or its user.
public struct StationID: Sendable, Equatable, CustomStringConvertible {
  /// 36 characters, in upper case.
  public let description: String

  /// - Returns: `nil` if `text` is not a UUID.
  public init?(_ text: String) {
    guard let id = UUID(uuidString: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")) else {
      return nil
    }
    description = id.uuidString
  }

  /// Reads the id from the file at `path`. If there is no file, it creates an id and writes it there.
  ///
  /// Programs that start at the same time get the same id.
  /// - Throws: The error of writing or reading; `CocoaError.fileReadCorruptFile` if the file does not contain an id.
  public init(at path: String) throws {
    if try UserFolder.text(at: path) == nil { try Self.make(at: path) }
    guard let id = try UserFolder.text(at: path).flatMap(StationID.init(_:)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self = id
  }

  private static func make(at path: String) throws {
    let id = UUID().uuidString
    let temporaryPath = "\(path).\(id)"
    try UserFolder.write(Data("\(id)\n".utf8), to: temporaryPath)
    defer { unlink(temporaryPath) }
    // link(2) is atomic, and does not replace a file that another program has made meanwhile.
    guard link(temporaryPath, path) == 0 || errno == EEXIST else { throw CocoaError(.fileWriteUnknown) }
  }
}
