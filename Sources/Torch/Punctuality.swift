/// How late a keyer's operations were, counted in steps of 10 µs, so that a message of any length fits.
public struct Punctuality: Sendable, Equatable {
  private static let step = 10e-6
  /// The last bucket holds all that is later: beyond 20 ms nobody asks for hundredths.
  private static let buckets = 2001

  private var counts = [Int](repeating: 0, count: buckets)
  /// How many operations were counted.
  public private(set) var count = 0
  /// The greatest lateness, in seconds.
  public private(set) var most = 0.0

  public init() {}

  /// Counts an operation that was over `lateness` seconds after its planned time.
  public mutating func add(_ lateness: Double) {
    let bucket = min(Int(max(lateness, 0) / Self.step), Self.buckets - 1)
    counts[bucket] += 1
    count += 1
    most = max(most, lateness)
  }

  /// The lateness that a `fraction` of the operations did not exceed, in seconds, up to 10 µs too much.
  ///
  /// - Returns: Zero when nothing was counted; ``most`` where it is beyond 20 ms.
  public func quantile(_ fraction: Double) -> Double {
    var wanted = Int((fraction * Double(count)).rounded(.up))
    guard wanted > 0 else { return 0 }
    for (bucket, number) in counts.enumerated().dropLast() {
      wanted -= number
      if wanted <= 0 { return min(Double(bucket + 1) * Self.step, most) }
    }
    return most
  }
}
