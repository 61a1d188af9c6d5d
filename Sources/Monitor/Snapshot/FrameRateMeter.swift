import Frames

/// Frames per second, measured from their timestamps over about the last second.
struct FrameRateMeter {
  private static let capacity = 128
  private var times: [Timestamp] = []

  mutating func note(_ time: Timestamp) {
    if let last = times.last, !(0...2).contains(time - last) {
      // The time axis has jumped, because of another stream or a long gap.
      times.removeAll(keepingCapacity: true)
    }
    times.append(time)
    let isOld = { (first: Timestamp) in time - first > 1 }
    let surplus = max(times.prefix(while: isOld).count, times.count - Self.capacity)
    // Two times are kept, so that a stream with less than a frame per second still has a rate.
    if times.count > 2 { times.removeFirst(min(surplus, times.count - 2)) }
  }

  /// `nil` until two frames are known.
  var value: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (last - first)
  }
}
