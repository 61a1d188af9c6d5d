import Monitor

/// Decides when a notice has been shown for long enough. Only information is removed; a warning or an error stays.
struct NoticeTimeout {
  private var shown: (notice: Notice, since: ContinuousClock.Instant)?

  static let duration = Duration.seconds(6)

  /// - Parameter notice: The notice that is shown now.
  /// - Returns: Whether the notice has been shown for ``duration``.
  mutating func isOver(_ notice: Notice?, now: ContinuousClock.Instant = .now) -> Bool {
    guard let notice, notice.weight == .information else {
      shown = nil
      return false
    }
    if shown?.notice != notice { shown = (notice, now) }
    return shown.map { now - $0.since >= Self.duration } ?? false
  }
}
