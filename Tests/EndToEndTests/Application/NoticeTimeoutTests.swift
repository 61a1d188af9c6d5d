import Monitor
import Testing

@testable import Application

@Suite("Notices")
struct NoticeTimeoutTests {
  @Test("information is removed after some seconds, errors stay")
  func timeout() {
    let (done, other) = (Notice(.information, "Copied."), Notice(.information, "Saved a.txt"))
    let wrong = Notice(.error, "Cannot write a.txt")
    let start = ContinuousClock.now
    var timeout = NoticeTimeout()
    let story: [(seconds: Int, shown: Notice?)] = [
      (0, done), (5, done),
      // Another notice has its own time.
      (7, other), (12, other), (13, other),
      // The same notice shown again has its own time.
      (14, nil), (15, other), (16, wrong), (999, wrong),
    ]
    let over = story.filter { timeout.isOver($0.shown, now: start + .seconds($0.seconds)) }
    #expect(over.map(\.seconds) == [13])
  }
}
