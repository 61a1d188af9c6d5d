/// The driver's 32-bit count of frames as one that neither wraps nor goes back.
struct V4L2Sequence {
  /// The count of the latest frame.
  private(set) var count: UInt64 = 0
  private var last: UInt32?

  /// Takes the driver's number of the next frame.
  ///
  /// - Returns: How many frames are missing before it. A number that repeats or goes back is that of a driver that has
  ///   started anew, or does not count: nothing is known to be missing.
  mutating func advance(to number: UInt32) -> Int {
    guard let last else {
      self.last = number
      count = max(count + 1, UInt64(number))
      return 0
    }
    self.last = number
    let step = number &- last
    // Half of the range forward, half back: two billion frames are two years at 30 a second.
    guard step > 0, step < 1 << 31 else {
      count += 1
      return 0
    }
    count += UInt64(step)
    return Int(step) - 1
  }

  /// To be called when the driver is restarted: its next number does not show lost frames.
  mutating func restart() {
    last = nil
  }
}
