/// A histogram of the lateness of a keyer's operations, in steps of 10 µs. Its memory does not depend on the message's length.
public struct Punctuality: Sendable, Equatable {
  private static let step = 10e-6
  /// The last bucket counts everything later than 20 ms, where steps of 10 µs are not needed.
  private static let buckets = 2001

  private var counts = [Int](repeating: 0, count: buckets)
  /// The number of operations.
  public private(set) var count = 0
  /// The greatest lateness, in seconds.
  public private(set) var maximum = 0.0

  public init() {}

  /// Counts an operation that was finished `lateness` seconds after its planned time.
  public mutating func add(_ lateness: Double) {
    let bucket = min(Int(max(lateness, 0) / Self.step), Self.buckets - 1)
    counts[bucket] += 1
    count += 1
    maximum = max(maximum, lateness)
  }

  /// The quantile of the lateness at `fraction`, in seconds, rounded up to 10 µs.
  ///
  /// - Returns: Zero if there are no operations; ``maximum`` if the quantile is beyond 20 ms.
  public func quantile(_ fraction: Double) -> Double {
    var wanted = Int((fraction * Double(count)).rounded(.up))
    guard wanted > 0 else { return 0 }
    for (bucket, number) in counts.enumerated().dropLast() {
      wanted -= number
      if wanted <= 0 { return min(Double(bucket + 1) * Self.step, maximum) }
    }
    return maximum
  }
}
