import Foundation

/// Turns the certain segments of a reading into characters, with their signs, their confidence, and how well they fit keying.
struct CharacterReader: Sendable {
  struct Reading {
    var character: DecodedCharacter
    /// Length of its dots in seconds.
    var unit: Double
    var segments: [MessageGate.Segment]
    /// The probability of this character against its nearest rival with edges at other times; the two add up to 1.
    var margin: Double
  }

  private let alphabet: Alphabet
  private var confidence = CharacterConfidence()
  private var meter = SegmentMeter()

  /// From this confidence on, no alternative is reported.
  private static let certainConfidence = 0.95

  init(_ alphabet: Alphabet) { self.alphabet = alphabet }

  /// The next message may come from another lamp.
  mutating func pause() { meter = SegmentMeter() }

  /// - Parameters:
  ///   - range: The character's indices in the chain of `rivalReadings`.
  ///   - contrastToNoise: The step from dark to lit over the noise of a frame.
  /// - Returns: `nil` if there is no mark, or more marks than a code word has.
  mutating func read(
    _ range: ClosedRange<Int>, of rivalReadings: RivalReadings, in segments: Segments, _ intake: SampleIntake,
    contrastToNoise: Double
  ) -> Reading? {
    let chain = rivalReadings.chain
    let marks = range.filter { segments[chain[$0]].kind.isMark }
    let elements: [Element] = marks.map { segments[chain[$0]].kind == .dot ? .dot : .dash }
    guard let ticks = intake.ticks, let first = marks.first, let last = marks.last,
      let code = CodeWord(elements)
    else { return nil }
    let unit = Double(segments[chain[last]].unit) * ticks.length
    let neighbours = max(1, range.lowerBound - 1)...range.upperBound
    let rival = rivalReadings.nearest(in: neighbours)
    let lengths = range.map { segments[chain[$0]] }.filter { $0.kind != .lead }
    let fit = lengths.reduce(0) { $0 + Double($1.regularity) } / Double(lengths.count)
    let probability = confidence.confidence(distance: rival?.distance ?? .infinity, fit: fit)
    let alternative = rival.flatMap { rival in
      probability < Self.certainConfidence ? rivalReadings.codeWords(of: rival, in: range) : nil
    }
    let other = rivalReadings.nearest(in: neighbours, withOtherEdges: true)
    return Reading(
      character: DecodedCharacter(
        sign: alphabet.sign(for: code) ?? DecodedCharacter.unknown, code: code,
        start: ticks.time(of: segments[chain[first - 1]].end),
        end: ticks.time(of: segments[chain[last]].end),
        confidence: probability, wordsPerMinute: 1.2 / unit,
        alternative: alternative == [code] ? [] : alternative ?? []),
      unit: unit,
      segments: meter.measure(range, of: chain, in: segments, intake, contrastToNoise: contrastToNoise),
      margin: CharacterConfidence.margin(distance: other?.distance ?? .infinity))
  }
}
