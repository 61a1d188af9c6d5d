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
  /// When pictures were lost, in seconds; `nil` where that is not marked.
  private var losses: [ClosedRange<Double>]?
  /// The end of each torch's last character, in seconds.
  private var lastEnds: [TorchID: Double] = [:]
  /// Characters less sure than this stand in brackets.
  private let leastConfidence: Double
  /// Torches whose next text is not sure, or comes from light that was seen in part only.
  private var uncertain: Set<TorchID> = []
  /// In place of the text as it was read.
  private var consensus: ConsensusOutput?

  /// Pictures that are lost less than so many seconds apart are lost together.
  private static let lossGap = 0.1

  /// - Parameters:
  ///   - isVoted: Whether each torch's text is voted from its repetitions, and written at the end.
  ///   - leastConfidence: From which confidence on characters stand without brackets, 0...1.
  ///   - marksLosses: Whether text stands in brackets, which Morse does not have, where pictures were lost meanwhile.
  init(
    _ format: OutputFormat, rules: CopyingRules, layout: OutputLayout, isVoted: Bool = false,
    marksLosses: Bool = false, leastConfidence: Double = 0
  ) {
    self.leastConfidence = leastConfidence
    losses = marksLosses ? [] : nil
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
      noteLosses(around: character, of: torch)
      if character.confidence < leastConfidence { uncertain.insert(torch) }
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
    case .framesLost(let lost): note(lost.time.seconds)
    case .station, .torchFound, .light, .repeats, .diagnosis, .camera, .calibration, .storage:
      break
    }
  }

  /// What was lost since the character before may be another one, and what is lost before the character is over a part of it.
  private mutating func noteLosses(around character: Transcript.Character, of torch: TorchID) {
    guard let losses else { return }
    // Three units part characters (ITU-R M.1677-1); by PARIS, a unit is 1.2 s over the words a minute.
    let gap = 3 * 1.2 / max(character.wordsPerMinute, 1)
    let start = lastEnds[torch] ?? character.start - gap
    lastEnds[torch] = character.end
    let seen = start...max(start, character.end + gap)
    if losses.contains(where: { $0.overlaps(seen) }) { uncertain.insert(torch) }
  }

  private mutating func note(_ loss: Double) {
    guard let last = losses?.last, loss >= last.lowerBound, loss - last.upperBound < Self.lossGap else {
      losses?.append(loss...loss)
      return
    }
    losses?.removeLast()
    losses?.append(last.lowerBound...max(last.upperBound, loss))
  }

  private mutating func write(_ text: String, of torch: TorchID) throws {
    guard !text.isEmpty else { return }
    let text = uncertain.remove(torch) == nil ? text : Self.bracketed(text)
    speakers.insert(torch)
    if isImmediate {
      if speaker == nil, case .conversation(isNamed: true) = layout { try output.write("\(torch.letter): ") }
      try output.write(text)
      (speaker, isInsideWord) = (torch, true)
    } else if isInsideWord, speaker == torch {
      // What began letter by letter also ends so.
      try output.write(text)
    } else {
      waiting[torch, default: ""] += text
    }
  }

  /// The space before a word stays outside.
  private static func bracketed(_ text: String) -> String {
    let space = text.prefix { $0 == " " }
    return "\(space)[\(text.dropFirst(space.count))]"
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
