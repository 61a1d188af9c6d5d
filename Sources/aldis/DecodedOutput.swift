import ArgumentParser
import Light
import Monitor

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
  private let namesTorches: Bool
  /// Where torches are named: the lines that wait for their ends.
  private var waiting: [TorchID: String] = [:]
  private var isMidLine = false
  private var isBetweenWords = false

  init(_ format: OutputFormat, namesTorches: Bool) {
    self.format = format
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
    for torch in waiting.keys.sorted() { try endLine(of: torch) }
    try endLine()
  }

  private mutating func writeText(_ event: MonitorEvent) throws {
    switch event {
    case .character(let torch, let character) where namesTorches:
      waiting[torch, default: ""] += character.sign
    case .word(let torch, _, _) where namesTorches:
      waiting[torch, default: ""] += " "
    case .torchLost(let torch, _) where namesTorches:
      try endLine(of: torch)
    case .character(_, let character):
      try output.write((isBetweenWords ? " " : "") + character.sign)
      isMidLine = true
      isBetweenWords = false
    case .word:
      // Held back until the next word, so that a line never ends in a blank.
      isBetweenWords = isMidLine
    case .torchLost:
      try endLine()
    case .torchFound, .light, .framesLost, .camera, .calibration:
      break
    }
  }

  private mutating func endLine(of torch: TorchID) throws {
    guard let line = waiting.removeValue(forKey: torch), !line.isEmpty else { return }
    try output.write("\(torch.letter): \(line.trimmingSuffix(" "))\n")
  }

  private mutating func endLine() throws {
    guard isMidLine else { return }
    try output.write("\n")
    isMidLine = false
    isBetweenWords = false
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    var text = self[...]
    while text.last == character { text.removeLast() }
    return text
  }
}
