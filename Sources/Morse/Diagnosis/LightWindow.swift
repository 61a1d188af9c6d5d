import Frames

/// The last seconds of a light, frame by frame.
struct LightWindow: Sendable {
  private var samples: [LightSample] = []

  /// Frames looked back: enough for ``leastSpan`` at this light's rate.
  private var most = few

  /// Seconds looked back at most.
  private static let span = 24.0
  /// Frames are as many as this, or as cover so many seconds, but no more than cost too much to look at.
  private static let few = 720
  private static let leastSpan = 6.0
  private static let many = 6000
  /// A light that was not seen for so many seconds is looked at anew.
  private static let gap = 2.0

  mutating func take(_ sample: LightSample) {
    if let last = samples.last, sample.start <= last.start || sample.start - last.start > Self.gap {
      samples.removeAll(keepingCapacity: true)
    }
    samples.append(sample)
    guard samples.count >= 2 * most else { return }
    most = max(Self.few, Int(min(Double(Self.many), Self.leastSpan / interval)))
    if samples.count >= 2 * most { samples.removeFirst(samples.count - most) }
  }

  private var recent: ArraySlice<LightSample> {
    guard let last = samples.last else { return [] }
    return samples.suffix(most).drop { last.start - $0.start > Self.span }
  }

  /// Seconds that the window holds.
  var duration: Double { recent.last.map { $0.start - recent.first!.start } ?? 0 }

  /// Seconds from frame to frame: the median of the last ones.
  var interval: Double {
    let last = samples.suffix(64)
    let intervals = zip(last, last.dropFirst()).map { $1.start - $0.start }.sorted()
    return intervals.isEmpty ? 0 : intervals[intervals.count / 2]
  }

  /// For what share of the time from frame to frame the shutter is open.
  var openShare: Double {
    guard let last = samples.last, interval > 0 else { return 1 }
    return min(1, last.exposure / interval)
  }

  /// The share of the light's pixels that are clipped while the light is dark: a tenth of the frames have less.
  var clippedWhenDark: Double {
    guard recent.contains(where: { $0.clipped > 0 }) else { return 0 }
    let shares = recent.map(\.clipped).sorted()
    return shares[shares.count / 10]
  }

  /// Whether so many of them are that a lamp is hidden.
  var isClipped: Bool { clippedWhenDark > 0.3 }

  /// The levels at even distances, oldest first: a frame that is missing shows what the one before it did.
  var levels: [Double] {
    let interval = interval
    guard interval > 0 else { return [] }
    var levels: [Double] = []
    var time = 0.0
    for sample in recent {
      if let level = levels.last {
        let missing = ((sample.start - time) / interval).rounded() - 1
        levels.append(contentsOf: repeatElement(level, count: Int(min(max(0, missing), 64))))
      }
      levels.append(sample.level)
      time = sample.start
    }
    return Array(levels.suffix(most))
  }
}
