/// The first error in a driver's shader log.
///
/// Three spellings are in use: Mesa `0:12(5): error: ...`, NVIDIA `0(12) : error C1008: ...`, and
/// `ERROR: 0:12: ...` of ANGLE, PowerVR, Mali and the GLSL reference compiler.
struct ShaderLog: Equatable {
  /// In the text that was compiled, from 1.
  var line: Int?
  var message: String

  init(_ log: String) {
    let lines = log.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    for text in lines where text.lowercased().contains("error") {
      if let match = text.wholeMatch(of: /\d+:(\d+)(?:\(\d+\))?\s*:\s*(?:error:?\s*)?(.*)/.ignoresCase())
        ?? text.wholeMatch(of: /\d+\((\d+)\)\s*:\s*error\s*(.*)/.ignoresCase())
        ?? text.wholeMatch(of: /error:\s*\d+:(\d+):\s*(.*)/.ignoresCase())
      {
        line = Int(match.1)
        message = String(match.2)
        return
      }
    }
    line = nil
    message = lines.first.map(String.init) ?? "the driver gives no reason"
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring {
    let front = drop { $0.isWhitespace || $0 == "\0" }
    guard let last = front.lastIndex(where: { !$0.isWhitespace && $0 != "\0" }) else { return "" }
    return front[...last]
  }
}
