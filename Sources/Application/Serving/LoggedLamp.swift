import Dispatch
import Localization
import Synchronization
import Torch

/// Prints each change of a lamp on standard output: `SECONDS,BASS,MIDDLE,TREBLE`.
///
/// It writes on a thread of its own, so that a slow reader of the output does not delay the network. At most ``queueCapacity``
/// lines wait. Further lines are lost and counted.
final class LoggedLamp: ServedLamp {
  private struct State {
    var waiting = 0
    var lost = 0
    var failure: Failure?
  }

  private let start = ContinuousClock.now
  private let end: Cancellation
  private let writer = DispatchQueue(label: "log")
  private let state = Mutex(State())

  /// Limit of the waiting lines: the changes that a client can make in eight seconds.
  private static let queueCapacity = 4096
  /// Limit of the time for writing the last lines.
  private static let finishTimeout = DispatchTimeInterval.milliseconds(500)

  /// - Parameter end: Cancelled when a line cannot be written.
  init(end: Cancellation) { self.end = end }

  func show(_ levels: LightLevels) {
    let hasRoom = state.withLock { state in
      let hasRoom = state.waiting < Self.queueCapacity
      if hasRoom { state.waiting += 1 } else { state.lost += 1 }
      return hasRoom
    }
    guard hasRoom else { return }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let columns = [seconds] + levels.bytes.map { Double($0) / 255 }
    let line = columns.map { $0.plain(decimals: 3) }.joined(separator: ",")
    writer.async { [self] in write(line + "\n") }
  }

  private func write(_ line: String) {
    do {
      try Output.standard.write(line)
    } catch {
      state.withLock { $0.failure = $0.failure ?? error as? Failure }
      end.cancel()
    }
    state.withLock { $0.waiting -= 1 }
  }

  /// Waits until the log is written, at most ``finishTimeout``, and reports missing lines.
  ///
  /// - Throws: The error that stopped the writing.
  func finish() throws(TorchError) {
    let isWritten = DispatchSemaphore(value: 0)
    writer.async { isWritten.signal() }
    _ = isWritten.wait(timeout: .now() + Self.finishTimeout)
    let (missing, failure) = state.withLock { ($0.waiting + $0.lost, $0.failure) }
    if let failure {
      throw .failed("the log", reason: failure.text ?? LocalizedText(verbatim: failure.message))
    }
    if missing > 0 { say("nobody read the log: \(missing) changes are missing from its end") }
  }
}
