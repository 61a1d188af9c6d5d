/// Measures how well the marks of a character and the gaps between them fit keying.
struct SegmentMeter: Sendable {
  /// The level of the last mark.
  private var lastLit: Double?

  /// The share of a change from mark to mark that counts as wander. The rest is normal: exposures adapt, and air shimmers.
  private static let markChangeWeight = 0.35

  /// The share of a segment, at each end, that an edge may take. An edge that lasts as long as a dot takes half of the dot at
  /// each end, which would leave nothing to measure.
  private static let edgeShare = 0.25

  /// The fewest frames of a segment that show wander.
  private static let minimumFrames = 5.0

  /// - Parameters:
  ///   - range: The character's indices in `chain`.
  ///   - contrastToNoise: The step from dark to lit over the noise of a frame.
  mutating func measure(
    _ range: ClosedRange<Int>, of chain: [Segments.ID], in segments: Segments, _ intake: SampleIntake,
    contrastToNoise: Double
  ) -> [MessageGate.Segment] {
    guard let tickLength = intake.ticks?.length else { return [] }
    let roughness = intake.scale.roughness
    let frame = Int(intake.ticksPerFrame)
    let step = contrastToNoise * intake.scale.noise
    let last = segments[chain[range.upperBound]]
    let againstDrift =
      intake.evidenceAgainstDrift(from: segments[chain[range.lowerBound - 1]].end, to: last.end)
      / Double(range.count)
    let fastChangeWeight = Self.fastChangeWeight(
      unit: Double(last.unit), againstDrift: againstDrift, ticksPerFrame: intake.ticksPerFrame)
    var measured: [MessageGate.Segment] = []
    for index in range {
      let segment = segments[chain[index]]
      guard segment.kind.isMark || segment.kind == .gap else { continue }
      let start = segments[chain[index - 1]].end
      let levels = intake.levels(from: start, to: segment.end)
      var (wander, softness) = (0.0, 0.0)
      if levels.count >= Self.minimumFrames {
        func deviation(margin: Int) -> Double {
          let inside = intake.levels(from: start + margin, to: segment.end - margin)
          return max(0, inside.variance - roughness * roughness).squareRoot() / step
        }
        // The edges of a hand before a lamp, or of a program that fades, are soft. They are not wander.
        wander = deviation(margin: max(frame, Int(Self.edgeShare * Double(segment.end - start))))
        softness = max(0, deviation(margin: frame) - wander)
      }
      if segment.kind.isMark, levels.count > 0 {
        // A lamp is about as bright as it was at its last mark.
        let change = abs(levels.mean - (lastLit ?? levels.mean)) / step - 2 * intake.scale.noise / step
        wander = max(wander, Self.markChangeWeight * change)
        lastLit = levels.mean
      }
      let regularity = Self.regularity(
        of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: intake.ticksPerFrame)
      let weight = Self.weight(
        of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: intake.ticksPerFrame)
      measured.append(
        MessageGate.Segment(
          isLit: segment.kind.isMark, length: Double(segment.end - start) / Double(segment.unit),
          seconds: Double(segment.end - start) * tickLength, regularity: fastChangeWeight * regularity,
          wander: wander, softness: softness, againstDrift: againstDrift,
          frames: Double(segment.end - start) / intake.ticksPerFrame,
          unweightedRegularity: Double(segment.regularity), weight: fastChangeWeight * weight))
    }
    return measured
  }

  /// The segment of dark between characters.
  static func gap(
    _ segment: Segments.Segment, ticks: Double, tickLength: Double, contrastToNoise: Double,
    ticksPerFrame: Double
  ) -> MessageGate.Segment {
    MessageGate.Segment(
      isLit: false, length: ticks / Double(segment.unit), seconds: ticks * tickLength,
      regularity: regularity(of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: ticksPerFrame),
      frames: ticks / ticksPerFrame, unweightedRegularity: Double(segment.regularity),
      weight: weight(of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: ticksPerFrame))
  }

  /// Whether the light changes as fast as marks of about a frame require, 0...1. A slowly changing light has every grey level
  /// that such marks could make, and a segment is then no evidence.
  private static func fastChangeWeight(unit: Double, againstDrift: Double, ticksPerFrame: Double) -> Double {
    unit < 2.5 * ticksPerFrame ? min(1, max(0, againstDrift)) : 1
  }

  /// Evidence of a segment for Morse, in nats. Lengths near a frame's are hardly measurable. In a light as faint as its noise,
  /// lengths are not measurable: they could explain any grey level.
  private static func regularity(
    of segment: Segments.Segment, contrastToNoise: Double, ticksPerFrame: Double
  ) -> Double {
    let regularity = Double(segment.regularity)
    guard regularity > 0 else { return regularity }
    return regularity * weight(of: segment, contrastToNoise: contrastToNoise, ticksPerFrame: ticksPerFrame)
  }

  /// How well the light shows a segment's length, 0...1.
  private static func weight(
    of segment: Segments.Segment, contrastToNoise: Double, ticksPerFrame: Double
  ) -> Double {
    let frames = Double(segment.unit) / ticksPerFrame
    let contrast = contrastToNoise * frames.squareRoot()
    return min(1, max(0.15, (frames - 0.8) / 0.7)) * min(1, max(0, (contrast - 3) / 1.5))
  }
}
