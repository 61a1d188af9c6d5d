/// How long to wait before the next try to connect: ever longer, until a connection has held for a while.
struct Backoff {
  /// Seconds.
  private static let shortest = 0.25
  private static let longest = 8.0

  private var pause = shortest
  private var beginning: ContinuousClock.Instant?

  /// A connection begins.
  mutating func begin(at time: ContinuousClock.Instant = .now) { beginning = time }

  /// A connection, or the try to make one, has failed.
  ///
  /// - Returns: Seconds to wait.
  mutating func next(at time: ContinuousClock.Instant = .now) -> Double {
    if let beginning = beginning.take(), time - beginning >= .seconds(Self.longest) { pause = Self.shortest }
    defer { pause = min(2 * pause, Self.longest) }
    return pause
  }
}
