/// Estimates how long the shutter is open, if the source does not report it, from how often an edge falls into an exposure.
///
/// An edge comes at any phase of a frame, so the share of edges that leave a partial level is the share of the frame
/// that the shutter is open.
public struct ExposureEstimate: Sendable {
  /// Edges counted, and those that left a partial level. The counts begin as if two edges had shown a shutter that is always
  /// open: the longest possible exposure gives edges the largest uncertainty.
  private var edges = 2.0
  private var partial = 2 * Self.visibleShare
  /// Levels nearer to dark or bright than this share of the step cannot be distinguished from them.
  private static let margin = 0.15
  private static let visibleShare = 1 - 2 * margin
  /// Edges remembered, because the exposure may change.
  private static let memory = 120.0

  /// An estimate before the first edge.
  public init() {}

  /// Adds the levels around an edge, as shares of the step.
  public mutating func take(before: Double, after: Double) {
    func isPartial(_ share: Double) -> Bool { share > Self.margin && share < 1 - Self.margin }
    if edges >= Self.memory {
      let keep = (Self.memory - 1) / Self.memory
      edges *= keep
      partial *= keep
    }
    edges += 1
    if isPartial(before) || isPartial(after) { partial += 1 }
  }

  /// Share of a frame's time that the shutter is open, 0.1...1.
  public var openShare: Double { min(1, max(0.1, partial / (Self.visibleShare * edges))) }

  /// One standard deviation of ``openShare``: that of a count among the edges seen. The lower limit covers senders whose dots
  /// are a whole number of frames, so that their edges do not come at every phase.
  var uncertainty: Double {
    let share = min(0.9, max(0.1, partial / edges))
    return max(0.08, (share * (1 - share) / edges).squareRoot() / Self.visibleShare)
  }
}
