import Monitor
import Testing

@testable import aldis

@Suite("What the user was told")
struct PassingNoticeTests {
  @Test("what was done goes when it has been read, what is wrong stays")
  func passes() {
    let (done, other) = (Notice(.information, "Copied."), Notice(.information, "Saved a.txt"))
    let wrong = Notice(.error, "Cannot write a.txt")
    let start = ContinuousClock.now
    var passing = PassingNotice()
    let story: [(seconds: Int, shown: Notice?)] = [
      (0, done), (5, done),
      // Another one has its own time.
      (7, other), (12, other), (13, other),
      // The same words told again are told anew.
      (14, nil), (15, other), (16, wrong), (999, wrong),
    ]
    let over = story.filter { passing.isOver($0.shown, now: start + .seconds($0.seconds)) }
    #expect(over.map(\.seconds) == [13])
  }
}
