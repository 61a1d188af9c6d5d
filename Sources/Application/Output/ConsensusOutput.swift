import Frames
import Monitor

/// Prints one text for each torch: the consensus of the repetitions of its message. Without repetitions it is the text as it
/// was read.
struct ConsensusOutput {
  private let layout: OutputLayout
  private var read: [TorchID: [String]] = [:]
  private var consensus: [TorchID: String] = [:]

  init(layout: OutputLayout) { self.layout = layout }

  mutating func note(_ event: MonitorEvent) {
    switch event {
    case .word(let torch, let text, _): read[torch, default: []].append(text)
    case .repeats(let torch, let text, _, _): consensus[torch] = text
    default: break
    }
  }

  func finish(to output: borrowing Output) throws {
    let isNamed =
      switch layout {
      case .lines(isNamed: true): true
      case .lines(isNamed: false): read.count > 1
      case .single, .conversation: false
      }
    for (torch, words) in read.sorted(by: { $0.key < $1.key }) {
      let text = consensus[torch] ?? words.joined(separator: " ")
      try output.write((isNamed ? "\(torch.letter): " : "") + text + "\n")
    }
  }
}
