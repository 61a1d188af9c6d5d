/// A touch or a button that is held at one place for so long that it is no accident.
struct LongPress {
  private(set) var place: Point?
  private var start = ContinuousClock.now

  static let duration = Duration.seconds(3)
  /// Pixels that a finger may move.
  private static let slack = 40.0

  mutating func begin(at place: Point, now: ContinuousClock.Instant = .now) {
    (self.place, start) = (place, now)
  }

  mutating func end() { place = nil }

  mutating func move(to other: Point) {
    guard let place else { return }
    let offset = other - place
    if max(abs(offset.x), abs(offset.y)) > Self.slack { end() }
  }

  /// 0...1; `nil` while nothing is pressed.
  func progress(now: ContinuousClock.Instant = .now) -> Double? {
    place.map { _ in min((now - start) / Self.duration, 1) }
  }
}
