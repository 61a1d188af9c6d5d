import Frames

/// The samples of what was not told yet, as they came: they may have to be read anew.
struct UnreadSamples: Sendable {
  private var samples: [LightSample] = []
  /// Samples from here on are kept.
  private var begin = 0

  /// Seconds kept all the same: what seemed to say nothing may be text without the lag.
  private static let leastMemory = 30.0

  mutating func append(_ sample: LightSample) { samples.append(sample) }

  /// Forgets what lies long before `time`, in seconds, but for the last half minute.
  mutating func forget(before time: Double) {
    let time = min(time - ExposureLoop.settling, (samples.last?.start ?? time) - Self.leastMemory)
    while begin < samples.count, samples[begin].start < time { begin += 1 }
    guard begin > 1024 else { return }
    samples.removeFirst(begin)
    begin = 0
  }

  /// Those that began at `time`, in seconds, or later.
  func samples(since time: Double) -> ArraySlice<LightSample> {
    samples[begin...].drop { $0.start < time }
  }
}
