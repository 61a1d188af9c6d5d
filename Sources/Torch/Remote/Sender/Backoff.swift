/// Computes the pause before the next attempt to connect. It doubles after each failure, until a connection has lasted for a
/// while.
struct Backoff {
  /// Seconds.
  private static let shortest = 0.25
  private static let longest = 8.0

  private var pause = shortest
  private var beginning: ContinuousClock.Instant?

  /// Notes that a connection begins.
  mutating func begin(at time: ContinuousClock.Instant = .now) { beginning = time }

  /// Notes that a connection, or an attempt to connect, has failed.
  ///
  /// - Returns: Seconds to wait.
  mutating func next(at time: ContinuousClock.Instant = .now) -> Double {
    if let beginning = beginning.take(), time - beginning >= .seconds(Self.longest) { pause = Self.shortest }
    defer { pause = min(2 * pause, Self.longest) }
    return pause
  }
}
