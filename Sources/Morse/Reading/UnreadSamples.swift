import Frames

/// The samples that were not reported yet. They may have to be read again.
struct UnreadSamples: Sendable {
  private var samples: [LightSample] = []
  /// The index of the first sample that is kept.
  private var begin = 0

  /// The least time kept, in seconds. Light without text may turn out to be text when the lag is undone.
  private static let minimumMemory = 30.0

  mutating func append(_ sample: LightSample) { samples.append(sample) }

  /// Forgets the samples that began more than ``ExposureLoop/settlingTime`` before `time`, in seconds. The last
  /// ``minimumMemory`` seconds are kept in any case.
  mutating func forget(before time: Double) {
    let time = min(time - ExposureLoop.settlingTime, (samples.last?.start ?? time) - Self.minimumMemory)
    while begin < samples.count, samples[begin].start < time { begin += 1 }
    guard begin > 1024 else { return }
    samples.removeFirst(begin)
    begin = 0
  }

  /// The samples that began at `time`, in seconds, or later.
  func samples(since time: Double) -> ArraySlice<LightSample> {
    samples[begin...].drop { $0.start < time }
  }
}
