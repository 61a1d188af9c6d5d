/// Notices a jump of the levels that no reading explains: the room's light is switched, a cloud comes, or a lamp that was lit
/// before the message goes out.
///
/// Readings track levels that wander, but not levels that jump by more than a step. After such a jump the search must start
/// again with new levels, once these are steady.
struct LevelJump: Sendable {
  /// Frames that have ended.
  private var frames: Double?
  /// Sum of the levels of these frames, and the level of the last one.
  private var sum = 0.0
  private var level = 0.0
  /// The score of the best reading after them.
  private var progress = 0.0
  /// Successive frames that no reading explains.
  private var surprises = 0
  /// The levels of the best reading before the first of these frames; `nil` before a message.
  private var levelsBefore: LampLevels?
  /// Frames since the jump was noticed.
  private var framesSinceJump = 0

  /// The frames from which a steady level is known.
  static let steadyFrames = 2.0
  /// Nats that a frame takes from the best reading if it is four standard deviations from every reading.
  private static let surprise = 8.0
  /// The number of successive surprises that are a jump. A flash or an occluded frame ends sooner.
  private static let minimumSurprises = 4
  /// A level is steady if two frames differ by less than three standard deviations: `change² / (2 σ²) < 9 / 2`.
  private static let steadyChange = 4.5
  /// A steady level nearer to a known one than this share of the step has not jumped, if a reading explains it after at most
  /// `minimumSurprises` frames: an edge was slower than expected.
  private static let knownShare = 0.25
  /// The longest ramp, in frames. A level that changes for longer is tracked as it wanders.
  private static let longestRamp = 15

  /// - Parameters:
  ///   - row: The sums at the present tick.
  ///   - progress: The score of the best reading.
  ///   - levels: The levels of the best reading; `nil` before a message.
  ///   - precision: `1 / (2 σ²)` of a frame.
  /// - Returns: Whether the levels have jumped and are steady again.
  mutating func hasEnded(
    at row: Ticks.Row, progress: @autoclosure () -> Double, levels: LampLevels?, precision: Double
  ) -> Bool {
    guard row.ended > frames ?? -1 else { return false }
    let isFirst = frames == nil
    let change = row.endedLevel - sum - level
    let progress = progress()
    let loss = self.progress - progress
    (frames, level, sum, self.progress) = (row.ended, row.endedLevel - sum, row.endedLevel, progress)
    guard !isFirst else { return false }
    if surprises < Self.minimumSurprises {
      if loss < Self.surprise { (surprises, levelsBefore) = (0, levels) } else { surprises += 1 }
      guard surprises >= Self.minimumSurprises else { return false }
    } else {
      framesSinceJump += 1
    }
    let isSteady = change * change * precision < Self.steadyChange
    if isSteady, levelsBefore?.includes(level, within: Self.knownShare) == true {
      if loss < Self.surprise { (surprises, framesSinceJump) = (0, 0) }
      return framesSinceJump > Self.minimumSurprises
    }
    return isSteady || framesSinceJump > Self.longestRamp
  }
}
