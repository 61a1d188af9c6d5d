import ArgumentParser
import Frames
import Monitor
import Morse

/// How decoded light is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  /// The text alone.
  case text
  /// One JSON object a line: every event.
  case jsonl
}

/// Writes what was decoded on standard output, as it comes or as far as the ``OutputLayout`` lets it.
struct DecodedOutput: ~Copyable {
  private let output = Output.standard
  private let format: OutputFormat
  private let rules: CopyingRules
  private let layout: OutputLayout
  private var lines: [TorchID: DecodedLine] = [:]
  /// Torches that have spoken.
  private var speakers: Set<TorchID> = []
  /// Words that wait for their ends or lines that wait for theirs, and lines that wait to be named.
  private var waiting: [TorchID: String] = [:]
  private var unnamed: [(torch: TorchID, text: String)] = []
  /// Whose text stands on the open line.
  private var speaker: TorchID?
  /// Whether that text ends inside a word: then nobody else may speak.
  private var isInsideWord = false
  /// Torches whose waiting words have ended.
  private var ended: Set<TorchID> = []
  /// In place of the text as it was read.
  private var consensus: ConsensusOutput?

  /// - Parameter isVoted: Whether each torch's text is voted from its repetitions, and written at the end.
  init(_ format: OutputFormat, rules: CopyingRules, layout: OutputLayout, isVoted: Bool = false) {
    consensus = isVoted ? ConsensusOutput(layout: layout) : nil
    self.format = format
    self.rules = rules
    self.layout = layout
  }

  mutating func write(_ event: MonitorEvent) throws {
    switch format {
    case .jsonl: try output.write(event.jsonLine + "\n")
    case .text where consensus != nil: consensus?.note(event)
    case .text: try writeText(event)
    }
  }

  /// Ends every line that is still open.
  mutating func finish() throws {
    try consensus?.finish(to: output)
    for torch in lines.keys.sorted() { try endLine(of: torch) }
    for line in unnamed {
      try output.write((speakers.count > 1 ? "\(line.torch.letter): " : "") + line.text + "\n")
    }
    unnamed = []
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
      try endWord(of: torch)
    case .torchLost(let torch, nil, _): try endLine(of: torch)
    case .torchLost(let torch, _, _): try retract(torch)
    case .station, .torchFound, .light, .repeats, .diagnosis, .framesLost, .camera, .calibration, .storage:
      break
    }
  }

  private mutating func write(_ text: String, of torch: TorchID) throws {
    guard !text.isEmpty else { return }
    speakers.insert(torch)
    if isImmediate {
      try output.write(text)
      (speaker, isInsideWord) = (torch, true)
    } else if isInsideWord, speaker == torch {
      // What began letter by letter also ends so.
      try output.write(text)
    } else {
      waiting[torch, default: ""] += text
    }
  }

  /// Whether text is written as it comes.
  private var isImmediate: Bool {
    switch layout {
    case .single: true
    case .lines: false
    case .conversation: speakers.count == 1
    }
  }

  private mutating func endWord(of torch: TorchID) throws {
    guard case .conversation = layout else { return }
    ended.insert(torch)
    if speaker == torch { isInsideWord = false }
    try sayEnded()
  }

  /// Writes the words that have ended, unless another's stands open.
  private mutating func sayEnded() throws {
    guard !isInsideWord else { return }
    for torch in ended.sorted() { try say(of: torch) }
    ended = []
  }

  /// Writes what waits, on a line of its torch.
  private mutating func say(of torch: TorchID) throws {
    guard let text = waiting.removeValue(forKey: torch) else { return }
    if speaker == torch {
      try output.write(text)
    } else {
      try endLine()
      try output.write("\(torch.letter): \(text.drop { $0 == " " })")
      speaker = torch
    }
  }

  private mutating func endLine(of torch: TorchID) throws {
    guard var line = lines.removeValue(forKey: torch) else { return }
    try write(line.finish(), of: torch)
    switch layout {
    case .single: try endLine()
    case .lines(let isNamed):
      guard let text = waiting.removeValue(forKey: torch) else { return }
      if isNamed { try output.write("\(torch.letter): \(text)\n") } else { unnamed.append((torch, text)) }
    case .conversation:
      try endWord(of: torch)
      if speaker == torch { try endLine() }
    }
  }

  /// What it said is not said any more, as far as it still waits.
  private mutating func retract(_ torch: TorchID) throws {
    lines[torch] = nil
    waiting[torch] = nil
    ended.remove(torch)
    if speaker == torch {
      isInsideWord = false
      try endLine()
    } else {
      speakers.remove(torch)
    }
  }

  private mutating func endLine() throws {
    guard speaker != nil else { return }
    try output.write("\n")
    speaker = nil
  }
}
