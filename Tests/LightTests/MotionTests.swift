import Testing

@testable import Light

@Suite("The motion of a light")
struct MotionTests {
  /// Marks of 0.3 s for as many changes, at 30 frames a second.
  private func motion(changes: Int, byFilter: (Double, Double) -> Double) -> Motion {
    var motion = Motion()
    for frame in 0...(9 * changes) {
      let (time, mark) = (Double(frame) / 30, Double(frame / 9 % 2))
      motion.note(byFilter: byFilter(mark, time), byTrack: mark, at: time, since: 0)
    }
    return motion
  }

  /// A lamp that sways across tiles adds up to half of its light to them and takes it away again.
  private func swaying(_ mark: Double, _ time: Double) -> Double { mark + 0.5 * sine(time * 2) }

  @Test("is tracked if its tiles show no two levels and its track does")
  func clearer() {
    #expect(motion(changes: 6, byFilter: swaying).isClearerTracked)
  }

  @Test("is not tracked for clearness where its tiles show the same levels")
  func sameLevels() {
    #expect(!motion(changes: 6) { mark, _ in 3 + mark }.isClearerTracked)
  }

  @Test("is not tracked for clearness after a single mark")
  func oneMark() {
    #expect(!motion(changes: 2, byFilter: swaying).isClearerTracked)
  }

  @Test("is judged by what was noted since the start of the window")
  func window() {
    var motion = motion(changes: 6, byFilter: swaying)
    motion.note(byFilter: 1, byTrack: 1, at: 2, since: 1.9)
    #expect(motion.shares.count == 1)
    #expect(!motion.isClearerTracked)
  }
}
