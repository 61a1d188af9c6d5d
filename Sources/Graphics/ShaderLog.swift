import Localization

/// The errors in a driver's shader log.
///
/// Drivers use three formats: Mesa `0:12(5): error: ...`, NVIDIA `0(12) : error C1008: ...`, and
/// `ERROR: 0:12: ...` of ANGLE, PowerVR, Mali and the GLSL reference compiler.
struct ShaderLog: Equatable {
  struct Error: Equatable {
    /// In the compiled text, from 1.
    var line: Int?
    var message: LocalizedText
  }

  /// At least one. If the log names no line, the only error is the first line of the log.
  let errors: [Error]

  init(_ log: String) {
    let lines = log.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    let placed = lines.filter { $0.lowercased().contains("error") }.compactMap(Self.error)
    errors =
      placed.isEmpty
      ? [Error(line: nil, message: lines.first.map(Self.words) ?? Self.noReason)] : placed
  }

  static let noReason: LocalizedText = "the driver gives no reason"

  private static func words(_ line: Substring) -> LocalizedText {
    LocalizedText(system: String(line.trimmingPrefix(/error:\s*/.ignoresCase())))
  }

  private static func error(_ text: Substring) -> Error? {
    guard
      let match = text.wholeMatch(of: /\d+:(\d+)(?:\(\d+\))?\s*:\s*(?:error:?\s*)?(.*)/.ignoresCase())
        ?? text.wholeMatch(of: /\d+\((\d+)\)\s*:\s*error\s*(.*)/.ignoresCase())
        ?? text.wholeMatch(of: /error:\s*\d+:(\d+):\s*(.*)/.ignoresCase())
    else { return nil }
    return Error(line: Int(match.1), message: LocalizedText(system: String(match.2)))
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring {
    let front = drop { $0.isWhitespace || $0 == "\0" }
    guard let last = front.lastIndex(where: { !$0.isWhitespace && $0 != "\0" }) else { return "" }
    return front[...last]
  }
}
