import Monitor

/// Says on standard error that the demo runs: when it begins, and again for as long as it runs.
struct DemoNotice {
  private var last: ContinuousClock.Instant?

  /// From one line to the next: whoever looks at a terminal finds one on it.
  private static let interval = Duration.seconds(60)

  mutating func noteTurn(_ source: SourceStatus, now: ContinuousClock.Instant = .now) {
    guard case .streaming(let info) = source, info.isSimulated else { return last = nil }
    guard last.map({ now - $0 >= Self.interval }) ?? true else { return }
    last = now
    say("DEMO: a simulated lamp; no camera is read")
  }
}
