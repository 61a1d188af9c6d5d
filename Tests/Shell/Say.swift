import Foundation

/// Writes a line on standard error. Standard output has only the results.
public func say(_ line: String) {
  try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}
