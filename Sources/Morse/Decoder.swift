import Light

/// Reads Morse code from the light of one torch, with nothing told of speed, spacing or brightness.
///
/// Feed it edges in the order of their times, and tell it with ``advance(to:report:)`` that time passes: a pause at the end
/// of a word is known to be one before the next light comes. Events come in the order of the light.
public struct Decoder: Sendable {
  /// What may be chosen; everything has a default.
  public struct Configuration: Sendable {
    /// What code words stand for.
    public var alphabet: Alphabet

    /// Reads in `alphabet`.
    public init(alphabet: Alphabet = .international) {
      self.alphabet = alphabet
    }
  }

  private var edges: EdgeReader

  /// A decoder that has seen nothing yet.
  public init(_ configuration: Configuration = Configuration()) {
    edges = EdgeReader(alphabet: configuration.alphabet)
  }

  /// How bright the torch was in one frame.
  public mutating func receive(_ sample: LightSample, report: (DecoderEvent) -> Void) {
    advance(to: sample.start, report: report)
  }

  /// The light went on or off.
  public mutating func receive(_ edge: LightEdge, report: (DecoderEvent) -> Void) {
    edges.receive(edge, report: report)
  }

  /// Time has come to `seconds` without a further edge.
  public mutating func advance(to seconds: Double, report: (DecoderEvent) -> Void) {
    edges.advance(to: seconds, report: report)
  }

  /// Nothing is known of the light between the two times; the character it falls into cannot be read.
  public mutating func lost(from start: Double, to end: Double) {
    edges.lost()
  }

  /// The light has come to its end: what still waits is read.
  public mutating func finish(report: (DecoderEvent) -> Void) {
    edges.finish(report: report)
  }

  /// Length of a dot in seconds, once known.
  public var unit: Double? { edges.hand?.unit }

  /// Speed by PARIS, once known.
  public var wordsPerMinute: Double? { unit.map { 1.2 / $0 } }
}
