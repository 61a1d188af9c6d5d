import Testing

@testable import Torch

@Suite("Backoff")
struct BackoffTests {
  @Test("the pause between attempts grows up to eight seconds")
  func growing() {
    var backoff = Backoff()
    #expect((0..<8).map { _ in backoff.next() } == [0.25, 0.5, 1, 2, 4, 8, 8, 8])
  }

  @Test("only a connection that lasted for a while makes the pause short again")
  func afterConnection() {
    var backoff = Backoff()
    let start = ContinuousClock.now
    _ = backoff.next()
    backoff.begin(at: start)
    #expect(backoff.next(at: start + .seconds(7.9)) == 0.5)
    backoff.begin(at: start)
    #expect(backoff.next(at: start + .seconds(8)) == 0.25)
  }
}
