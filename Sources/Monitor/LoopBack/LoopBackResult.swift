import Frames
import Morse

/// A sent message compared with the text that was read back from its light.
public struct LoopBackResult: Sendable, Equatable {
  /// The sent text as a receiver without errors writes it.
  public var sent: String
  /// The text that was read.
  public var read: String
  /// Edit distance between the two, in characters.
  public var errors: Int
  /// `nil` if too few edges were measured.
  public var timing: MeasuredTiming?

  public var isCorrect: Bool { errors == 0 }

  /// Errors per character sent; above 1 if far more is read than was sent.
  public var errorRate: Double { sent.isEmpty ? 0 : Double(errors) / Double(sent.count) }
}

/// Compares a sent message with the events of a receiver that sees its light, and perhaps other lights.
public struct LoopBackComparison: Sendable {
  private let keying: Keying
  private let timing: Timing
  private let copyist: Copyist
  private var received: [TorchID: ReceivedWords] = [:]
  private var edges: [TorchID: [LightEdge]] = [:]

  /// - Parameters:
  ///   - timing: Timing of the message.
  ///   - alphabet: Alphabet of sender and receiver.
  public init(of keying: Keying, timing: Timing, alphabet: Alphabet) {
    self.keying = keying
    self.timing = timing
    copyist = Copyist(alphabet)
  }

  public mutating func note(_ event: MonitorEvent) {
    switch event {
    case .character(let torch, let character): received[torch, default: ReceivedWords()].add(character)
    case .word(let torch, _, _): received[torch]?.endWord()
    case .light(let edge): edges[edge.torch, default: []].append(edge)
    default: break
    }
  }

  /// The result: the text of the torch that is nearest to the message.
  ///
  /// - Parameter start: When the message began, on the time axis of the events; `nil` if unknown.
  public func result(start: Double? = nil) -> LoopBackResult {
    let sent = text(of: keying.words)
    let nothing = LoopBackResult(sent: sent, read: "", errors: sent.count)
    let candidates = Set(received.keys).union(edges.keys).sorted().map { torch in
      let read = text(of: words(of: torch))
      return LoopBackResult(
        sent: sent, read: read, errors: editDistance(read, sent),
        timing: MeasuredTiming(of: keying, in: edges[torch] ?? [], start: start))
    }
    return candidates.min {
      ($0.errors, -($0.timing?.measuredEdges ?? 0)) < ($1.errors, -($1.timing?.measuredEdges ?? 0))
    }
      ?? nothing
  }

  /// The decoder cannot find the unit if all marks are equal, and treats such a light as blinking. So these marks are read with
  /// the timing of the message.
  private func words(of torch: TorchID) -> [[CodeWord]] {
    Set(keying.characters.flatMap(\.code.elements)).count > 1
      ? received[torch]?.words ?? [] : KnownTimingReader(timing).words(of: edges[torch] ?? [])
  }

  private func text(of words: [[CodeWord]]) -> String {
    var copyist = copyist
    return copyist.text(of: words)
  }
}
