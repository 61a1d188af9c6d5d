import Morse
import Testing
import Torch

@Suite("Keyer")
struct KeyerTests {
  private func keying(_ text: String, unit: Double = 0.001) throws -> Keying {
    var timing = Timing.itu(wordsPerMinute: 12)
    timing.unit = unit
    return try Encoder(timing: timing).encode(text)
  }

  @Test("a message switches the light on and off in turn, and it is dark at the end")
  func wholeMessage() throws {
    let torch = RecordingTorch()
    let report = try Keyer(sending: keying("SOS E"), on: torch, cancellation: Cancellation()).finish()
    #expect(torch.history == (0..<20).map { $0.isMultiple(of: 2) })
    #expect(report.charactersSent == 4)
    #expect(report.punctuality.count == 20)
    #expect(!report.wasCancelled)
  }

  @Test("edges are never early, and the message takes the planned time")
  func neverEarly() throws {
    let keying = try keying("PARIS", unit: 0.002)
    let clock = SuspendingClock()
    let start = clock.now
    _ = try Keyer(sending: keying, on: RecordingTorch(), cancellation: Cancellation()).finish()
    #expect(start.duration(to: clock.now) >= .seconds(keying.duration))
  }

  @Test("a cancelled message ends early, and the light is dark")
  func cancelled() async throws {
    let torch = RecordingTorch()
    // Each mark takes a month, so the first cannot end during this test.
    let cancellation = try Cancellation()
    let keyer = try Keyer(sending: keying("TTT", unit: 1e6), on: torch, cancellation: cancellation)
    var progress = keyer.progress.makeAsyncIterator()
    #expect(await progress.next()?.character.sign == "T")
    cancellation.cancel()
    let report = try keyer.finish()
    #expect(report.wasCancelled)
    #expect(report.charactersSent == 1)
    #expect(torch.history == [true, false])
  }

  @Test("a message that was cancelled before its start leaves the torch dark")
  func cancelledBefore() throws {
    let torch = RecordingTorch()
    let cancellation = try Cancellation()
    cancellation.cancel()
    let report = try Keyer(sending: keying("E"), on: torch, cancellation: cancellation).finish()
    #expect(report.wasCancelled)
    #expect(torch.history == [false])
  }

  @Test("an error of the torch ends the message, and the light is switched off if possible")
  func failingTorch() throws {
    let torch = RecordingTorch(failsAt: 2)
    let keyer = try Keyer(sending: keying("SOS"), on: torch, cancellation: Cancellation())
    #expect(throws: TorchError.gone("recording")) { try keyer.finish() }
    #expect(torch.history == [true, false, true, false])
  }

  @Test(
    "a delayed message ends with the light dark, instead of sending its overdue edges", arguments: [2, 3])
  func heldUp(_ edge: Int) throws {
    let torch = RecordingTorch(stallsAt: edge)
    let keyer = try Keyer(sending: keying("SOS"), on: torch, cancellation: Cancellation())
    let error = #expect(throws: TorchError.self) { try keyer.finish() }
    guard case .heldUp("recording", let seconds) = error else {
      Issue.record("not held up: \(String(describing: error))")
      return
    }
    #expect(seconds >= 0.2)
    #expect(torch.history == (0...edge).map { $0.isMultiple(of: 2) } + [false])
  }

  @Test("an edge may be late by the length of the shortest mark")
  func withinPatience() throws {
    let torch = RecordingTorch(stallsAt: 1)
    _ = try Keyer(sending: keying("EE", unit: 0.4), on: torch, cancellation: Cancellation()).finish()
    #expect(torch.history == [true, false, true, false])
  }

  @Test("even a slow listener gets the last character and then the end")
  func slowListener() async throws {
    let keyer = try Keyer(sending: keying("ABC"), on: RecordingTorch(), cancellation: Cancellation())
    _ = try keyer.finish()
    var received: [SendingProgress] = []
    for await progress in keyer.progress { received.append(progress) }
    #expect(received.map(\.character.sign) == ["C"])
    #expect(received.first?.number == 3)
    #expect(received.first?.count == 3)
    #expect(received.first.map { abs($0.timeLeft - 0.011) < 1e-9 } == true)
  }
}
