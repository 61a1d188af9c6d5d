import Frames
import Testing

@Suite("Timestamp")
struct TimestampTests {
  @Test("seconds become the nearest nanosecond")
  func seconds() {
    #expect(Timestamp(seconds: 1.5).nanoseconds == 1_500_000_000)
    #expect(Timestamp(seconds: 1 / 3.0).nanoseconds == 333_333_333)
    #expect(Timestamp(seconds: 2 / 3.0).nanoseconds == 666_666_667)
    #expect(Timestamp(seconds: -0.25).nanoseconds == -250_000_000)
  }

  @Test("times outside the range are clamped and do not trap")
  func extremes() {
    #expect(Timestamp(seconds: .infinity).nanoseconds == .max)
    #expect(Timestamp(seconds: -.infinity).nanoseconds == .min)
    #expect(Timestamp(seconds: .nan) == .zero)
    #expect(Timestamp(seconds: 1e30).nanoseconds == .max)
  }

  @Test("a difference is exact where a Double of seconds is not")
  func difference() {
    let early = Timestamp(nanoseconds: 1 << 60)
    let late = Timestamp(nanoseconds: (1 << 60) + 1)
    #expect(late - early == 1e-9)
    #expect(early.seconds == late.seconds)
    #expect(early + 1e-9 == late)
  }
}
