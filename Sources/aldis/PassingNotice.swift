import Monitor

/// Takes what the user was told away again when it has been read: what is wrong stays, what was done does not.
struct PassingNotice {
  private var shown: (notice: Notice, since: ContinuousClock.Instant)?

  static let duration = Duration.seconds(6)

  /// - Parameter notice: What is shown at present.
  /// - Returns: Whether it has been shown for long enough.
  mutating func isOver(_ notice: Notice?, now: ContinuousClock.Instant = .now) -> Bool {
    guard let notice, notice.weight == .information else {
      shown = nil
      return false
    }
    if shown?.notice != notice { shown = (notice, now) }
    return shown.map { now - $0.since >= Self.duration } ?? false
  }
}
