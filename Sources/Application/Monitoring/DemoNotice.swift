import Monitor

/// Reports on standard error that the demo runs: at its beginning, and then every minute.
struct DemoNotice {
  private var last: ContinuousClock.Instant?

  /// Time between two lines. It is short enough that a terminal always shows one of them.
  private static let interval = Duration.seconds(60)

  /// Reports the demo if that is due. It is called in every iteration of the loop.
  mutating func update(_ source: SourceStatus) {
    if isDue(source) { say("DEMO: a simulated lamp; no camera is read") }
  }

  /// Whether a line is due now. If so, it counts as written.
  mutating func isDue(_ source: SourceStatus, now: ContinuousClock.Instant = .now) -> Bool {
    guard case .streaming(let info) = source, info.isSimulated else {
      last = nil
      return false
    }
    guard last.map({ now - $0 >= Self.interval }) ?? true else { return false }
    last = now
    return true
  }
}
