/// Measures how much the marks of a character and the gaps between them look keyed.
struct StretchMeter: Sendable {
  /// The level of the last mark.
  private var lastLit: Double?

  /// How much of a change from mark to mark counts as wandering: exposures adapt, and air shimmers.
  private static let fading = 0.35

  /// - Parameters:
  ///   - range: The character's places in `chain`.
  ///   - contrastToNoise: The step from dark to lit over the noise of a frame.
  mutating func measure(
    _ range: ClosedRange<Int>, of chain: [Segments.ID], in segments: Segments, _ intake: SampleIntake,
    contrastToNoise: Double
  ) -> [MessageGate.Stretch] {
    guard let tickLength = intake.ticks?.length else { return [] }
    let roughness = intake.scale.roughness
    let step = contrastToNoise * intake.scale.noise
    let liveliness = Self.liveliness(range, of: chain, in: segments, intake)
    var stretches: [MessageGate.Stretch] = []
    for index in range {
      let segment = segments[chain[index]]
      guard segment.kind.isMark || segment.kind == .gap else { continue }
      let start = segments[chain[index - 1]].end
      let levels = intake.levels(from: start, to: segment.end)
      var wander = levels.count >= 5 ? max(0, levels.variance - roughness * roughness).squareRoot() / step : 0
      if segment.kind.isMark, levels.count > 0 {
        // A lamp is about as bright as it was at its last mark.
        let change = abs(levels.mean - (lastLit ?? levels.mean)) / step - 2 * intake.scale.noise / step
        wander = max(wander, Self.fading * change)
        lastLit = levels.mean
      }
      let regularity = Self.regularity(
        of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: intake.ticksPerFrame)
      let weight = Self.weight(
        of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: intake.ticksPerFrame)
      stretches.append(
        MessageGate.Stretch(
          isLit: segment.kind.isMark, length: Double(segment.end - start) / Double(segment.unit),
          seconds: Double(segment.end - start) * tickLength, regularity: liveliness * regularity,
          wander: wander, frames: Double(segment.end - start) / intake.ticksPerFrame,
          surplus: Double(segment.regularity), weight: liveliness * weight))
    }
    return stretches
  }

  /// Dark between characters.
  static func gap(
    _ segment: Segments.Segment, ticks: Double, tickLength: Double, contrastToNoise: Double,
    ticksPerFrame: Double
  ) -> MessageGate.Stretch {
    MessageGate.Stretch(
      isLit: false, length: ticks / Double(segment.unit), seconds: ticks * tickLength,
      regularity: regularity(of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: ticksPerFrame),
      frames: ticks / ticksPerFrame, surplus: Double(segment.regularity),
      weight: weight(of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: ticksPerFrame))
  }

  /// Whether the light changes as fast as marks of hardly a frame make it, 0...1. Slow light shows every grey that such marks
  /// could make, and what is between two edges tells nothing then.
  private static func liveliness(
    _ range: ClosedRange<Int>, of chain: [Segments.ID], in segments: Segments, _ intake: SampleIntake
  ) -> Double {
    let end = segments[chain[range.upperBound]]
    guard Double(end.unit) < 2.5 * intake.ticksPerFrame else { return 1 }
    let nats = intake.restlessness(from: segments[chain[range.lowerBound - 1]].end, to: end.end)
    return min(1, max(0, nats / Double(range.count)))
  }

  /// What a stretch says for Morse, in nats. Lengths near a frame's are hardly seen, and those of a light as faint as its
  /// noise not at all: with them all grey can be explained.
  static func regularity(
    of segment: Segments.Segment, contrastToNoise: Double, ticksPerFrame: Double
  ) -> Double {
    let regularity = Double(segment.regularity)
    guard regularity > 0 else { return regularity }
    return regularity * weight(of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: ticksPerFrame)
  }

  /// How much the light tells of a stretch's length, 0...1.
  static func weight(
    of segment: Segments.Segment, contrastToNoise: Double, ticksPerFrame: Double
  ) -> Double {
    let frames = Double(segment.unit) / ticksPerFrame
    let contrast = contrastToNoise * frames.squareRoot()
    return min(1, max(0.15, (frames - 0.8) / 0.7)) * min(1, max(0, (contrast - 3) / 1.5))
  }
}
