import Frames

/// The samples that were not reported yet. They may have to be read again.
struct UnreadSamples: Sendable {
  struct Element: Sendable {
    var received: LightSample
    /// Its level as it would be under a fixed exposure.
    var level: Double

    /// The sample as it would be under a fixed exposure.
    var exposed: LightSample {
      var sample = received
      sample.level = level
      return sample
    }
  }

  private var samples: [Element] = []
  /// The index of the first sample that is kept.
  private var begin = 0

  /// The least time kept, in seconds. Light without text may turn out to be text when the lag is undone.
  private static let minimumMemory = 30.0

  mutating func append(_ sample: LightSample) {
    samples.append(Element(received: sample, level: sample.level))
  }

  /// Forgets the samples that began more than ``ExposureLoop/settlingTime`` before `time`, in seconds. The last
  /// ``minimumMemory`` seconds are kept in any case.
  mutating func forget(before time: Double) {
    let time = Swift.min(
      time - ExposureLoop.settlingTime, (samples.last?.received.start ?? time) - Self.minimumMemory)
    while begin < samples.count, samples[begin].received.start < time { begin += 1 }
    guard begin > 1024 else { return }
    samples.removeFirst(begin)
    begin = 0
  }

  /// The index of the first sample that began at `time`, in seconds, or later.
  func firstIndex(since time: Double) -> Int {
    samples[begin...].firstIndex { $0.received.start >= time } ?? samples.endIndex
  }

  /// The samples that began at `time`, in seconds, or later.
  func samples(since time: Double) -> ArraySlice<Element> { samples[firstIndex(since: time)...] }
}

extension UnreadSamples: RandomAccessCollection, MutableCollection {
  var startIndex: Int { begin }
  var endIndex: Int { samples.endIndex }
  subscript(index: Int) -> Element {
    get { samples[index] }
    set { samples[index] = newValue }
  }
}
