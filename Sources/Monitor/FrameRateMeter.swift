import Frames

/// Frames a second, measured from their timestamps over about the last second.
struct FrameRateMeter {
  private static let longest = 128
  private var times: [Timestamp] = []

  mutating func note(_ time: Timestamp) {
    if let last = times.last, !(0...2).contains(time - last) {
      // The axis jumped: another stream, or a long gap. What came before says nothing of the rate.
      times.removeAll(keepingCapacity: true)
    }
    times.append(time)
    let isOld = { [times] (first: Timestamp) in times.count > Self.longest || time - first > 1 }
    if times.count > 2, isOld(times[0]) { times.removeFirst() }
  }

  /// `nil` until two frames are known.
  var value: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (last - first)
  }
}
