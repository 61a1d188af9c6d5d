import Foundation

/// Makes characters of the certain stretches of a reading: what they stand for, how sure that is, and how much they look keyed.
struct CharacterReader: Sendable {
  struct Reading {
    var character: DecodedCharacter
    /// Length of its dots in seconds.
    var unit: Double
    var stretches: [MessageGate.Stretch]
    /// The probability that it is right, if it is this or the nearest that sees the lamp switched at other times.
    var margin: Double
  }

  private let alphabet: Alphabet
  private var sureness = Sureness()
  private var meter = StretchMeter()

  /// From this confidence on no second reading is told.
  private static let certain = 0.95

  init(_ alphabet: Alphabet) { self.alphabet = alphabet }

  /// Whoever signals next may do so with another lamp.
  mutating func pause() { meter = StretchMeter() }

  /// - Parameters:
  ///   - range: The character's places in the chain of `verdicts`.
  ///   - contrastToNoise: The step from dark to lit over the noise of a frame.
  /// - Returns: `nil` where there is no mark, or more than a code word has.
  mutating func read(
    _ range: ClosedRange<Int>, of verdicts: Verdicts, in segments: Segments, _ intake: SampleIntake,
    contrastToNoise: Double
  ) -> Reading? {
    let chain = verdicts.chain
    let marks = range.filter { segments[chain[$0]].kind.isMark }
    let elements: [Element] = marks.map { segments[chain[$0]].kind == .dot ? .dot : .dash }
    guard let ticks = intake.ticks, let first = marks.first, let last = marks.last,
      let code = CodeWord(elements)
    else { return nil }
    let unit = Double(segments[chain[last]].unit) * ticks.length
    let neighbours = max(1, range.lowerBound - 1)...range.upperBound
    let rival = verdicts.nearest(in: neighbours)
    let lengths = range.map { segments[chain[$0]] }.filter { $0.kind != .lead }
    let fit = lengths.reduce(0) { $0 + Double($1.regularity) } / Double(lengths.count)
    let confidence = sureness.confidence(distance: rival?.distance ?? .infinity, fit: fit)
    let alternative = rival.flatMap { rival in
      confidence < Self.certain ? verdicts.codeWords(of: rival, in: range) : nil
    }
    let other = verdicts.nearest(in: neighbours, ofOtherLight: true)
    return Reading(
      character: DecodedCharacter(
        sign: alphabet.sign(for: code) ?? DecodedCharacter.unknown, code: code,
        start: ticks.time(of: segments[chain[first - 1]].end),
        end: ticks.time(of: segments[chain[last]].end),
        confidence: confidence, wordsPerMinute: 1.2 / unit,
        alternative: alternative == [code] ? [] : alternative ?? []),
      unit: unit,
      stretches: meter.measure(range, of: chain, in: segments, intake, contrastToNoise: contrastToNoise),
      margin: Sureness.margin(distance: other?.distance ?? .infinity))
  }
}
