/// Extends the driver's 32-bit frame number to a count that neither wraps nor goes back.
struct V4L2Sequence {
  /// The count of the latest frame.
  private(set) var count: UInt64 = 0
  private var last: UInt32?

  /// Adds the driver's number of the next frame.
  ///
  /// - Returns: The number of frames that are missing before this one. It is 0 if `number` repeats or goes back, because the
  ///   driver has restarted or does not count.
  mutating func advance(to number: UInt32) -> Int {
    guard let last else {
      self.last = number
      count = max(count + 1, UInt64(number))
      return 0
    }
    self.last = number
    let step = number &- last
    // Half of the range counts as forward, half as back: two billion frames are two years at 30 per second.
    guard step > 0, step < 1 << 31 else {
      count += 1
      return 0
    }
    count += UInt64(step)
    return Int(step) - 1
  }

  /// Call this when the driver is restarted: its next number does not show lost frames.
  mutating func restart() {
    last = nil
  }
}
