import Testing

@testable import Light

@Suite("The motion of a light")
struct MotionTests {
  /// The motion after `changes` segments of 0.3 s, dark and lit in turn, at 30 frames a second.
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

  @Test("is tracked if only its track shows two levels, and its tiles do not")
  func clearer() {
    #expect(motion(changes: 6, byFilter: swaying).isClearerTracked)
  }

  @Test("is not tracked for clearer levels if its tiles show the same levels")
  func sameLevels() {
    #expect(!motion(changes: 6) { mark, _ in 3 + mark }.isClearerTracked)
  }

  @Test("is not tracked for clearer levels after a single mark")
  func oneMark() {
    #expect(!motion(changes: 2, byFilter: swaying).isClearerTracked)
  }

  @Test("is judged only by values since the start of the window")
  func window() {
    var motion = motion(changes: 6, byFilter: swaying)
    motion.note(byFilter: 1, byTrack: 1, at: 2, since: 1.9)
    #expect(motion.shares.count == 1)
    #expect(!motion.isClearerTracked)
  }
}
