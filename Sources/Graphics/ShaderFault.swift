import Localization

/// An error that the driver reports for a shader, with its place.
public struct ShaderFault: Hashable, Sendable {
  /// As ``ShaderFile/name``; if the driver gives no line, all files that were compiled together.
  public var file: String
  /// From 1; `nil` if the driver gives none.
  public var line: Int?
  /// The driver's message.
  public var message: LocalizedText

  public init(file: String, line: Int?, message: LocalizedText) {
    self.file = file
    self.line = line
    self.message = message
  }
}

extension ShaderFault: CustomStringConvertible {
  public var description: String { text.description }

  var text: LocalizedText {
    if let line { "\(file):\(line): \(message)" } else { "\(file): \(message)" }
  }
}

extension ShaderSource {
  /// The errors of the compiler's log, in its order; at least one.
  func faults(in log: String) -> [ShaderFault] {
    ShaderLog(log).errors.map { error in
      let place = error.line.flatMap(locate)
      return ShaderFault(file: place?.file ?? name, line: place?.line, message: error.message)
    }
  }

  /// The first line that declares a varying named in `message`: a linker names a varying, but no line.
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
