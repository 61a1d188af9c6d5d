import Glibc
import Localization

/// A shader file exists and cannot be read.
public struct ShaderFileError: Error, Equatable, Sendable {
  public var path: String
  public var reason: LocalizedText
}

/// Reads shader files, and converts an editor's text to text for the compiler.
enum ShaderText {
  /// The largest file in bytes: far more than a shader needs, and far less than memory.
  static let largest = 1 << 20

  /// - Returns: `nil` if there is no such file.
  static func read(_ path: String) throws(ShaderFileError) -> String? {
    func failure(_ number: Int32) -> ShaderFileError {
      ShaderFileError(path: path, reason: LocalizedText(errno: number))
    }
    // Without O_NONBLOCK, opening a pipe of this name would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ShaderFileError(path: path, reason: "not a file of text")
    }
    var bytes = [UInt8](repeating: 0, count: largest + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      if got == 0 { break }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw failure(errno) }
      count += got
    }
    guard count <= largest else { throw ShaderFileError(path: path, reason: "larger than 1 MiB") }
    guard !bytes[..<count].contains(0) else {
      throw ShaderFileError(path: path, reason: "not text: it holds a zero byte")
    }
    return plain(bytes[..<count])
  }

  /// Removes a byte order mark, which is no character of GLSL, and turns CR LF and CR into line feeds. GLSL ES 1.00 accepts all
  /// three as ends of lines (section 3.2). Aldis counts lines by their line feeds.
  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var last: UInt8 = 0
    for byte in bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes {
      if byte == 0x0D || (byte == 0x0A && last != 0x0D) {
        text.append(0x0A)
      } else if byte != 0x0A {
        text.append(byte)
      }
      last = byte
    }
    return String(decoding: text, as: UTF8.self)
  }
}
