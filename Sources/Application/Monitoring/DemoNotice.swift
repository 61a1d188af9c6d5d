import Monitor

/// Reports on standard error that the demo runs: at its beginning, and then every minute.
struct DemoNotice {
  private var last: ContinuousClock.Instant?

  /// Time between two lines. It is short enough that a terminal always shows one of them.
  private static let interval = Duration.seconds(60)

  mutating func noteTurn(_ source: SourceStatus, now: ContinuousClock.Instant = .now) {
    guard case .streaming(let info) = source, info.isSimulated else { return last = nil }
    guard last.map({ now - $0 >= Self.interval }) ?? true else { return }
    last = now
    say("DEMO: a simulated lamp; no camera is read")
  }
}
