import CVideo4Linux
import Frames
import Testing

@testable import Capture

@Suite("The time axis of a V4L2 camera")
struct V4L2TimeTests {
  @Test(
    "the driver's frame number becomes a count that never goes back, and shows missing frames",
    arguments: [
      ([0, 1, 2], [0, 0, 0]),
      ([5, 6, 9, 10], [0, 0, 2, 0]),
      // 32 bits overflow.
      ([0xffff_fffe, 0xffff_ffff, 0, 1], [0, 0, 0, 0]),
      ([0xffff_fffe, 1], [0, 2]),
      // The driver starts again, or does not count.
      ([900, 901, 0, 1], [0, 0, 0, 0]),
      ([0, 0, 0], [0, 0, 0]),
      ([0, 0x7fff_ffff], [0, 0x7fff_fffe]),
      ([0, 0x8000_0000], [0, 0]),
    ] as [([UInt32], [Int])])
  func sequence(numbers: [UInt32], missing: [Int]) {
    var sequence = V4L2Sequence()
    var last: UInt64?
    for (number, missing) in zip(numbers, missing) {
      #expect(sequence.advance(to: number) == missing)
      if let last { #expect(sequence.count == last + 1 + UInt64(missing)) }
      last = sequence.count
    }
  }

  @Test("after a restart no frames count as missing")
  func restart() {
    var sequence = V4L2Sequence()
    _ = sequence.advance(to: 10)
    sequence.restart()
    #expect(sequence.advance(to: 40) == 0)
    #expect(sequence.advance(to: 41) == 0)
  }

  static let monotonic = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)

  @Test(
    "a timestamp is used only if it is of the monotonic clock, after the start and before now",
    arguments: [
      (monotonic, 105.0, FrameClock.source),
      (monotonic, 99.5, .source),
      (monotonic, 98.0, .arrival),
      (monotonic, 106.2, .arrival),
      // CLOCK_REALTIME, and a counter that has run over.
      (monotonic, 1.7e9, .arrival),
      (monotonic, -9.2e9, .arrival),
      (UInt32(V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN), 105, .arrival),
      (UInt32(V4L2_BUF_FLAG_TIMESTAMP_COPY), 105, .arrival),
    ])
  func plausible(flags: UInt32, stamp: Double, source: FrameClock) {
    var clock = V4L2Clock(start: Timestamp(seconds: 100))
    let now = Timestamp(seconds: 106)
    let time = clock.time(of: Timestamp(seconds: stamp).nanoseconds, flags: flags, exposure: 0, now: now)
    #expect(clock.source == source)
    #expect(time == (source == .source ? Timestamp(seconds: stamp) : now))
  }

  @Test(
    "after a timestamp that is wrong or does not advance, the stream keeps the times of arrival",
    arguments: [7.0, 101, 102])
  func sticky(second: Double) {
    var clock = V4L2Clock(start: Timestamp(seconds: 100))
    var times: [Timestamp] = []
    for (stamp, now) in [(102, 102.5), (second, 103), (103.4, 103.5)] {
      times.append(
        clock.time(
          of: Timestamp(seconds: stamp).nanoseconds, flags: Self.monotonic, exposure: 0,
          now: Timestamp(seconds: now)))
    }
    #expect(times.map(\.seconds) == [102, 103, 103.5])
    #expect(clock.source == .arrival)
  }

  @Test(
    "a frame's time is the start of its exposure, for drivers that stamp either end",
    arguments: [(V4L2_BUF_FLAG_TSTAMP_SRC_SOE, 105.0), (V4L2_BUF_FLAG_TSTAMP_SRC_EOF, 104.98)])
  func ends(source: Int32, beginning: Double) {
    var clock = V4L2Clock(start: Timestamp(seconds: 100))
    let (stamp, now) = (Timestamp(seconds: 105).nanoseconds, Timestamp(seconds: 105.01))
    let flags = Self.monotonic | UInt32(source)
    let lost = clock.stamp(stamp, flags: flags, exposure: 0.02, now: now)
    #expect(lost == Timestamp(seconds: beginning))
    #expect(clock.time(of: stamp, flags: flags, exposure: 0.02, now: now) == lost)
    #expect(clock.source == .source)
  }

  @Test("a longer exposure neither lets time go back nor makes timestamps implausible")
  func growing() {
    var clock = V4L2Clock(start: Timestamp(seconds: 100))
    let times = [(105.0, 0.001), (105.03, 0.033), (105.06, 0.033)].map { stamp, exposure in
      clock.time(
        of: Timestamp(seconds: stamp).nanoseconds, flags: Self.monotonic, exposure: exposure,
        now: Timestamp(seconds: 106))
    }
    #expect(times[0] < times[1] && times[1] < times[2])
    #expect(times[2] == Timestamp(seconds: 105.06) + -0.033)
    #expect(clock.source == .source)
  }

  @Test("times increase even if two frames arrive at once")
  func advances() {
    var clock = V4L2Clock(start: .zero)
    let now = Timestamp(seconds: 5)
    let times = (0..<3).map { _ in clock.time(of: 0, flags: 0, exposure: 0, now: now).nanoseconds }
    #expect(times == [5_000_000_000, 5_000_000_001, 5_000_000_002])
  }

  @Test(
    "the stall limit is 3 s at first, then five frames or 1 s, and is extended while the reader holds every buffer"
  )
  func stall() {
    let start = Timestamp(seconds: 10)
    var watch = V4L2StallWatch(interval: 1.0 / 30, start: start)
    #expect(watch.action(at: start) == .wait(3))
    #expect(watch.action(at: start + 3) == .restart)
    #expect(watch.action(at: start + 4) == .wait(2))
    watch.noteFrame(at: start + 4)
    #expect(watch.action(at: start + 4) == .wait(1))
    watch.extendDeadline(at: start + 9)
    #expect(watch.action(at: start + 9) == .wait(1))
    #expect(watch.action(at: start + 10) == .restart)
    #expect(watch.action(at: start + 13) == .gone)
    var slow = V4L2StallWatch(interval: 0.5, start: start)
    slow.noteFrame(at: start)
    #expect(slow.action(at: start) == .wait(2.5))
  }
}
