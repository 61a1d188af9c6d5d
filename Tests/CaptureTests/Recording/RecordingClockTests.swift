import CFFmpeg
import Frames
import Testing

@testable import Capture

@Suite struct RecordingClockTests {
  static let none = ffmpeg_no_timestamp

  @Test(
    "presentation times (in ms, with a usual interval of 40 ms) become an increasing time axis",
    arguments: [
      // Good times are kept.
      ([0, 40, 80, 200], [0, 40e6, 80e6, 200e6]),
      ([5_000, 5_040], [5_000e6, 5_040e6]),
      ([-80, -40, 0], [-80e6, -40e6, 0]),
      // Missing times follow at the usual interval.
      ([none, none, none], [0, 40e6, 80e6]),
      ([100, none, 180], [100e6, 140e6, 180e6]),
      // A small step back does not move later times.
      ([0, 40, 40, 80], [0, 40e6, 40e6 + 1, 80e6]),
      ([0, 80, 40, 120], [0, 80e6, 80e6 + 1, 120e6]),
      ([0, 100, 30, 60, 140], [0, 100e6, 100e6 + 1, 100e6 + 2, 140e6]),
      // Another axis is appended.
      ([10_000, 10_040, 0, 40, 90], [10_000e6, 10_040e6, 10_080e6, 10_120e6, 10_170e6]),
      ([10_000, 0, 40, -5_000, -4_900], [10_000e6, 10_040e6, 10_080e6, 10_120e6, 10_220e6]),
    ] as [([Int64], [Double])])
  func axis(presentation: [Int64], nanoseconds: [Double]) {
    var clock = RecordingClock(unit: AVRational(num: 1, den: 1_000), usualInterval: 0.04)
    #expect(presentation.map { Double(clock.time($0).nanoseconds) } == nanoseconds)
  }

  @Test("times are rounded to the nearest nanosecond of the container's unit")
  func rounding() {
    var clock = RecordingClock(unit: AVRational(num: 1_001, den: 30_000), usualInterval: 0.033)
    #expect(clock.time(1).nanoseconds == 33_366_667)
    #expect(clock.time(30_000).nanoseconds == 1_001_000_000_000)
  }

  @Test("extreme times do not overflow", arguments: [Int64.min + 1, .min / 2, -1, 1, .max / 2, .max])
  func extremes(first: Int64) {
    for second in [Int64.min, .min + 1, -1, 0, 1, .max] {
      var clock = RecordingClock(unit: AVRational(num: 1, den: 1), usualInterval: .infinity)
      var last = clock.time(first)
      for presentation in [second, first, second, first] {
        let time = clock.time(presentation)
        #expect(time >= last)
        last = time
      }
    }
  }
}
