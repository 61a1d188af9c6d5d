import Frames
import Monitor
import Morse

/// The format of decoded light.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// Only the text.
  case text
  /// Every event, as one JSON object per line.
  case jsonl
}

/// Writes decoded light on standard output, in an ``OutputLayout``.
struct DecodedOutput: ~Copyable {
  private let output = Output.standard
  private let format: OutputFormat
  private let rules: CopyingRules
  private let layout: OutputLayout
  private var lines: [TorchID: DecodedLine] = [:]
  private var torchesWithText: Set<TorchID> = []
  /// Text that waits for the end of its word or line.
  private var waiting: [TorchID: String] = [:]
  /// Lines that wait until it is known whether there are several torches.
  private var unprefixedLines: [(torch: TorchID, text: String)] = []
  /// The torch of the open line.
  private var lineTorch: TorchID?
  /// Whether the open line ends inside a word. Then no text of another torch is written.
  private var isInsideWord = false
  /// Torches whose waiting words have ended.
  private var torchesWithEndedWords: Set<TorchID> = []
  /// Times at which pictures were lost, in seconds; `nil` if losses are not marked.
  private var losses: [ClosedRange<Double>]?
  /// The end of each torch's last character, in seconds.
  private var lastEnds: [TorchID: Double] = [:]
  /// Characters with a lower confidence stand in brackets.
  private let minimumConfidence: Double
  /// Torches whose next text has a low confidence or a missing picture.
  private var uncertainTorches: Set<TorchID> = []
  /// The output of the consensus, which replaces the text as it was read.
  private var consensus: ConsensusOutput?

  /// Seconds. Losses that are closer together count as one.
  private static let lossGap = 0.1

  /// - Parameters:
  ///   - printsConsensus: Whether the consensus of each torch's repetitions is written, at the end.
  ///   - bracketsLosses: Whether text stands in brackets if pictures were lost while it was sent. Morse code has no brackets.
  ///   - minimumConfidence: Characters with a lower confidence (0...1) stand in brackets.
  init(
    _ format: OutputFormat, rules: CopyingRules, layout: OutputLayout, printsConsensus: Bool = false,
    bracketsLosses: Bool = false, minimumConfidence: Double = 0
  ) {
    self.minimumConfidence = minimumConfidence
    losses = bracketsLosses ? [] : nil
    consensus = printsConsensus ? ConsensusOutput(layout: layout) : nil
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
    for line in unprefixedLines {
      try output.write((torchesWithText.count > 1 ? "\(line.torch.letter): " : "") + line.text + "\n")
    }
    unprefixedLines = []
  }

  private mutating func writeText(_ event: MonitorEvent) throws {
    switch event {
    case .character(let torch, let character):
      checkLosses(near: character, of: torch)
      if character.confidence < minimumConfidence { uncertainTorches.insert(torch) }
      var line = lines[torch] ?? DecodedLine(rules)
      let text = line.add(character.code)
      lines[torch] = line
      try write(text, of: torch)
    case .word(let torch, _, _):
      let text = lines[torch]?.endWord() ?? ""
      try write(text, of: torch)
      try endWord(of: torch)
    case .torchLost(let torch, nil, _): try endLine(of: torch)
    case .torchLost(let torch, _, _): try drop(torch)
    case .framesLost(let lost): addLoss(at: lost.time.seconds)
    case .station, .torchFound, .light, .repeats, .diagnosis, .camera, .calibration, .storage:
      break
    }
  }

  /// Marks the torch as uncertain if pictures were lost near `character`. A loss before the character may hide another
  /// character, and a loss within it may hide an element.
  private mutating func checkLosses(near character: Transcript.Character, of torch: TorchID) {
    guard let losses else { return }
    // The pause between characters is three units (ITU-R M.1677-1). By PARIS, a unit is 1.2 s divided by the words per minute.
    let gap = 3 * 1.2 / max(character.wordsPerMinute, 1)
    let start = lastEnds[torch] ?? character.start - gap
    lastEnds[torch] = character.end
    let surroundings = start...max(start, character.end + gap)
    if losses.contains(where: { $0.overlaps(surroundings) }) { uncertainTorches.insert(torch) }
  }

  private mutating func addLoss(at time: Double) {
    guard let last = losses?.last, time >= last.lowerBound, time - last.upperBound < Self.lossGap else {
      losses?.append(time...time)
      return
    }
    losses?.removeLast()
    losses?.append(last.lowerBound...max(last.upperBound, time))
  }

  private mutating func write(_ text: String, of torch: TorchID) throws {
    guard !text.isEmpty else { return }
    let text = uncertainTorches.remove(torch) == nil ? text : Self.bracketed(text)
    torchesWithText.insert(torch)
    if isImmediate {
      if lineTorch == nil, case .conversation(isNamed: true) = layout {
        try output.write("\(torch.letter): ")
      }
      try output.write(text)
      (lineTorch, isInsideWord) = (torch, true)
    } else if isInsideWord, lineTorch == torch {
      // A word that was written letter by letter so far is also ended letter by letter.
      try output.write(text)
    } else {
      waiting[torch, default: ""] += text
    }
  }

  /// The text in brackets. A space at its beginning stays outside.
  private static func bracketed(_ text: String) -> String {
    let space = text.prefix { $0 == " " }
    return "\(space)[\(text.dropFirst(space.count))]"
  }

  /// Whether text is written as soon as it is decided.
  private var isImmediate: Bool {
    switch layout {
    case .single: true
    case .lines: false
    case .conversation: torchesWithText.count == 1
    }
  }

  private mutating func endWord(of torch: TorchID) throws {
    guard case .conversation = layout else { return }
    torchesWithEndedWords.insert(torch)
    if lineTorch == torch { isInsideWord = false }
    try writeEnded()
  }

  /// Writes the words that have ended, unless another torch's word is unfinished.
  private mutating func writeEnded() throws {
    guard !isInsideWord else { return }
    for torch in torchesWithEndedWords.sorted() { try writeWaiting(of: torch) }
    torchesWithEndedWords = []
  }

  /// Writes the waiting text of a torch on a line of its own.
  private mutating func writeWaiting(of torch: TorchID) throws {
    guard let text = waiting.removeValue(forKey: torch) else { return }
    if lineTorch == torch {
      try output.write(text)
    } else {
      try endLine()
      try output.write("\(torch.letter): \(text.drop { $0 == " " })")
      lineTorch = torch
    }
  }

  private mutating func endLine(of torch: TorchID) throws {
    guard var line = lines.removeValue(forKey: torch) else { return }
    try write(line.finish(), of: torch)
    switch layout {
    case .single: try endLine()
    case .lines(let isNamed):
      guard let text = waiting.removeValue(forKey: torch) else { return }
      if isNamed {
        try output.write("\(torch.letter): \(text)\n")
      } else {
        unprefixedLines.append((torch, text))
      }
    case .conversation:
      try endWord(of: torch)
      if lineTorch == torch { try endLine() }
    }
  }

  /// Drops the waiting text of a torch that was only the reflection of another one.
  private mutating func drop(_ torch: TorchID) throws {
    lines[torch] = nil
    waiting[torch] = nil
    torchesWithEndedWords.remove(torch)
    if lineTorch == torch {
      isInsideWord = false
      try endLine()
    } else {
      torchesWithText.remove(torch)
    }
  }

  private mutating func endLine() throws {
    guard lineTorch != nil else { return }
    try output.write("\n")
    lineTorch = nil
  }
}
