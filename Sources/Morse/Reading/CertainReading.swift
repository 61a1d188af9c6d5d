import Foundation

/// Turns the certain segments of a light into characters and gaps, and passes them to the writer.
struct CertainReading: Sendable {
  var writer: MessageWriter
  private var characters: CharacterReader
  /// Length of a dot in seconds, once known.
  private(set) var unit: Double?
  /// The tick at which the last certain segment ended.
  var end = 0

  init(_ alphabet: Alphabet, _ letters: CodeLetters, pace: Decoder.Pace) {
    writer = MessageWriter(letters, pace: pace)
    characters = CharacterReader(alphabet)
  }

  /// Ends the message in the dark at `tick`. The next message may come from another lamp.
  mutating func pause(at tick: Int) {
    writer.pause()
    characters.pause()
    end = tick
  }

  /// The expected step from dark to lit. In a message it is the step so far. Before a message it comes from the brightest
  /// frames of the last seconds.
  func expectedStep(_ best: Path?, _ scale: LightScale) -> Double {
    guard let best else { return 0 }
    if best.code > 0, writer.isGateOpen { return best.levels.step }
    return max(scale.step(above: best.levels.dark), best.code > 0 ? best.levels.step : 0)
  }

  /// Reads the segments of `chain` after the first one, which was read before.
  ///
  /// - Parameter isEnd: Whether the last character may lack the gap after it.
  mutating func read(
    _ chain: [Segments.ID], isEnd: Bool, of search: PathSearch, _ intake: inout SampleIntake,
    contrastToNoise: Double?, _ report: (DecoderEvent) -> Void
  ) {
    guard let tickLength = intake.ticks?.length else { return }
    let best = search.best
    var rivalReadings = RivalReadings(of: chain, in: search.segments, tolerance: intake.ticksPerFrame)
    search.addRivals(to: &rivalReadings)
    var first = 1
    end = max(end, search.segments[chain[0]].end)
    for index in 1..<chain.count {
      let segment = search.segments[chain[index]]
      intake.learnLevels(
        from: end, to: segment.end, segment.kind, step: expectedStep(best, intake.scale))
      if segment.kind == .separator || index == chain.count - 1 && isEnd {
        let read = characters.read(
          first...index, of: rivalReadings, in: search.segments, intake, contrastToNoise: contrastToNoise ?? 1
        )
        if let read { take(read, step: best?.levels.step ?? 0, report) }
        first = index + 1
      }
      if segment.kind == .separator {
        writer.end(
          gap: Double(segment.length),
          SegmentMeter.gap(
            segment, ticks: Double(segment.end - end), tickLength: tickLength,
            contrastToNoise: contrastToNoise ?? 0, ticksPerFrame: intake.ticksPerFrame),
          report)
      }
      end = segment.end
    }
  }

  private mutating func take(_ read: CharacterReader.Reading, step: Double, _ report: (DecoderEvent) -> Void)
  {
    if unit.map({ abs(log($0 / read.unit)) > 0.05 }) ?? true {
      unit = read.unit
      report(.speed(wordsPerMinute: 1.2 / read.unit))
    }
    writer.append(read.character, read.segments, margin: read.margin, step: step, report)
  }
}
