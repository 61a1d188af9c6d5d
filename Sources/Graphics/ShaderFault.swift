/// One thing a driver has against a shader, and where it stands.
public struct ShaderFault: Hashable, Sendable {
  /// As ``ShaderFile/name``; where the driver names no line, all files that were compiled together.
  public var file: String
  /// From 1; `nil` where the driver names none.
  public var line: Int?
  /// The driver's words.
  public var message: String

  public init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }
}

extension ShaderFault: CustomStringConvertible {
  public var description: String { line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)" }
}

extension ShaderSource {
  /// What the compiler's log says against this shader, in the log's order; at least one.
  func faults(in log: String) -> [ShaderFault] {
    ShaderLog(log).errors.map { error in
      let place = error.line.flatMap(locate)
      return ShaderFault(file: place?.file ?? name, line: place?.line, message: error.message)
    }
  }

  /// The first line that declares a varying which `message` speaks of: a linker names a varying and no line.
  func varying(namedIn message: String) -> (file: String, line: Int)? {
    let words = Set(message.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    for file in files {
      for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard
          let declared = line.prefixMatch(
            of: /\s*(?:invariant\s+)?varying\s+(?:(?:lowp|mediump|highp)\s+)?\w+\s+(\w+)/)
        else { continue }
        if words.contains(declared.1) { return (file.name, index + 1) }
      }
    }
    return nil
  }
}
