/// An animation that opens and closes. A change of direction continues from the present position.
struct Slide {
  private(set) var isOpen = false
  private var start: ContinuousClock.Instant?

  static let duration = Duration.milliseconds(160)

  mutating func set(isOpen: Bool, now: ContinuousClock.Instant = .now) {
    guard isOpen != self.isOpen else { return }
    let rest = start.map { max(0, 1 - ($0.duration(to: now)) / Self.duration) } ?? 0
    self.isOpen = isOpen
    start = now - Self.duration * rest
  }

  /// 0, closed, to 1, open; slower at both ends (smoothstep).
  func share(now: ContinuousClock.Instant = .now) -> Double {
    let progress = start.map { min(max($0.duration(to: now) / Self.duration, 0), 1) } ?? 1
    // The same curve in both directions, so that a change of direction does not jump.
    let share = isOpen ? progress : 1 - progress
    return share * share * (3 - 2 * share)
  }

  func isMoving(now: ContinuousClock.Instant = .now) -> Bool {
    start.map { $0.duration(to: now) < Self.duration } ?? false
  }
}
