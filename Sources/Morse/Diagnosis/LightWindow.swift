import Frames

/// The last seconds of a light, frame by frame.
struct LightWindow: Sendable {
  private var samples: [LightSample] = []

  /// Frames kept: enough for ``minimumSpan`` at this light's rate.
  private var frameLimit = minimumFrames

  /// Maximum seconds kept.
  private static let span = 24.0
  /// The window has `minimumFrames`, or the frames of `minimumSpan` seconds if these are more, but at most `maximumFrames`,
  /// because the examination takes time.
  private static let minimumFrames = 720
  private static let minimumSpan = 6.0
  private static let maximumFrames = 6000
  /// Seconds without samples after which the window starts again.
  private static let longestGap = 2.0

  mutating func take(_ sample: LightSample) {
    if let last = samples.last, sample.start <= last.start || sample.start - last.start > Self.longestGap {
      samples.removeAll(keepingCapacity: true)
    }
    samples.append(sample)
    guard samples.count >= 2 * frameLimit else { return }
    frameLimit = max(Self.minimumFrames, Int(min(Double(Self.maximumFrames), Self.minimumSpan / interval)))
    if samples.count >= 2 * frameLimit { samples.removeFirst(samples.count - frameLimit) }
  }

  private var recent: ArraySlice<LightSample> {
    guard let last = samples.last else { return [] }
    return samples.suffix(frameLimit).drop { last.start - $0.start > Self.span }
  }

  /// Length of the window in seconds.
  var duration: Double { recent.last.map { $0.start - recent.first!.start } ?? 0 }

  /// Seconds from frame to frame: the median of the last ones.
  var interval: Double {
    let last = samples.suffix(64)
    var intervals = zip(last, last.dropFirst()).map { $1.start - $0.start }
    return intervals.isEmpty ? 0 : intervals.takeMedian()
  }

  /// The share of the frame time during which the shutter is open.
  var openShare: Double {
    guard let last = samples.last, interval > 0 else { return 1 }
    return min(1, last.exposure / interval)
  }

  /// The share of the light's pixels that are clipped while the light is dark: the tenth percentile of the frames.
  var clippedWhenDark: Double {
    guard recent.contains(where: { $0.clipped > 0 }) else { return 0 }
    var shares = recent.map(\.clipped)
    return shares.takeQuantile(0.1)
  }

  /// Whether so many pixels are clipped that the lamp cannot be detected.
  var isClipped: Bool { clippedWhenDark > 0.3 }

  /// The levels at regular intervals, oldest first. A missing frame has the level of the one before it.
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
    return Array(levels.suffix(frameLimit))
  }
}
