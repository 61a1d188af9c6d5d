import ArgumentParser
import Light
import Monitor
import Morse

/// How decoded light is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  /// The text alone.
  case text
  /// One JSON object a line: every event.
  case jsonl
}

/// Writes what was decoded on standard output, as it comes.
///
/// One torch's text stands on one line for as long as the torch is seen. Where several were asked for, each line begins
/// with the torch's letter (`A: `) and is written when its torch goes or the light ends.
struct DecodedOutput: ~Copyable {
  private let output = Output.standard
  private let format: OutputFormat
  private let rules: CopyingRules
  private let namesTorches: Bool
  private var lines: [TorchID: DecodedLine] = [:]
  /// Where torches are named: the text that waits for its line's end.
  private var waiting: [TorchID: String] = [:]
  private var isMidLine = false

  init(_ format: OutputFormat, rules: CopyingRules, namesTorches: Bool) {
    self.format = format
    self.rules = rules
    self.namesTorches = namesTorches
  }

  mutating func write(_ event: MonitorEvent) throws {
    switch format {
    case .jsonl: try output.write(event.jsonLine + "\n")
    case .text: try writeText(event)
    }
  }

  /// Ends every line that is still open.
  mutating func finish() throws {
    for torch in lines.keys.sorted() { try endLine(of: torch) }
  }

  private mutating func writeText(_ event: MonitorEvent) throws {
    switch event {
    case .character(let torch, let character):
      guard let code = CodeWord(character.code) else { return }
      var line = lines[torch] ?? DecodedLine(rules)
      let text = line.add(code)
      lines[torch] = line
      try write(text, of: torch)
    case .word(let torch, _, _):
      let text = lines[torch]?.endWord() ?? ""
      try write(text, of: torch)
    case .torchLost(let torch, _):
      try endLine(of: torch)
    case .torchFound, .light, .framesLost, .camera, .calibration:
      break
    }
  }

  private mutating func write(_ text: String, of torch: TorchID) throws {
    guard !text.isEmpty else { return }
    if namesTorches {
      waiting[torch, default: ""] += text
    } else {
      try output.write(text)
      isMidLine = true
    }
  }

  private mutating func endLine(of torch: TorchID) throws {
    guard var line = lines.removeValue(forKey: torch) else { return }
    try write(line.finish(), of: torch)
    if let text = waiting.removeValue(forKey: torch) {
      try output.write("\(torch.letter): \(text)\n")
    } else if isMidLine {
      try output.write("\n")
      isMidLine = false
    }
  }
}
