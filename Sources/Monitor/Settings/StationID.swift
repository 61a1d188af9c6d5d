import FoundationEssentials
import Glibc

/// What tells this installation from every other: a random UUID, made at its first use and the same ever after.
///
/// Logs of several stations can be told apart by it. It says nothing of the machine or its user.
public struct StationID: Sendable, Equatable, CustomStringConvertible {
  /// 36 characters, in upper case.
  public let description: String

  /// - Returns: `nil` for what is no UUID.
  public init?(_ text: String) {
    guard let id = UUID(uuidString: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")) else {
      return nil
    }
    description = id.uuidString
  }

  /// Reads it from the file at `path`; where there is none, makes it and writes it there.
  ///
  /// Of programs that start at the same time one makes it; all of them have the same.
  /// - Throws: What keeps the file from being written or read; `CocoaError.fileReadCorruptFile` for one that holds no id.
  public init(at path: String) throws {
    if try UserFolder.text(at: path) == nil { try Self.make(at: path) }
    guard let id = try UserFolder.text(at: path).flatMap(StationID.init(_:)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self = id
  }

  private static func make(at path: String) throws {
    let id = UUID().uuidString
    let draft = "\(path).\(id)"
    try UserFolder.write(Data("\(id)\n".utf8), to: draft)
    defer { unlink(draft) }
    // A link is made whole, and never over a file that another program has made meanwhile.
    guard link(draft, path) == 0 || errno == EEXIST else { throw CocoaError(.fileWriteUnknown) }
  }
}
