import Capture
import Frames
import Monitor
import Testing

@testable import Application

@Suite("Notice of the demo")
struct DemoNoticeTests {
  private func source(isSimulated: Bool) -> SourceInfo {
    SourceInfo(
      name: "a", format: FrameFormat(.grey, width: 32, height: 32), nominalRate: 30, isLive: true,
      isSimulated: isSimulated)
  }

  @Test("the demo is reported at its beginning and every minute, and other sources are not")
  func everyMinute() {
    let (demo, camera) = (source(isSimulated: true), source(isSimulated: false))
    let start = ContinuousClock.now
    var notice = DemoNotice()
    let story: [(seconds: Int, source: SourceStatus)] = [
      (0, .opening("demo")), (1, .streaming(demo)), (2, .streaming(demo)), (60, .streaming(demo)),
      (61, .streaming(demo)), (62, .streaming(demo)), (121, .streaming(demo)), (130, .streaming(camera)),
      // The demo begins again.
      (131, .streaming(demo)), (132, .ended(demo)), (300, .streaming(camera)),
    ]
    let due = story.filter { notice.isDue($0.source, now: start + .seconds($0.seconds)) }
    #expect(due.map(\.seconds) == [1, 61, 121, 131])
  }
}
