import Dispatch
import FoundationEssentials
import Frames
import Glibc
import Morse
import Synchronization

/// Keys one message: switches a torch on and off on a separate thread, at times that are fixed in advance.
///
/// The torch is dark afterwards: at the message's end, when it is cancelled, and after an error of the torch, if it still
/// accepts the command. A message also ends with an error when it is delayed, for example because its process or the whole
/// machine was stopped: the overdue edges, sent all at once, would be another message.
public final class Keyer: Sendable {
  /// The character that is being sent. The stream holds only the newest one, so a slow listener neither delays the light nor
  /// costs memory.
  public let progress: AsyncStream<SendingProgress>
  private let listener: AsyncStream<SendingProgress>.Continuation
  private let keying: Keying
  private let torch: any Torch
  private let cancellation: Cancellation
  private let start: Timestamp
  private let finished = DispatchSemaphore(value: 0)
  private let outcome: Mutex<Result<SendingReport, TorchError>>

  /// Seconds from the start of the thread to the start of the message: long enough for the thread to run on a busy machine too.
  /// If it ran later, the first mark would be too short.
  public static let leadIn = 0.1

  /// Begins to send `keying`.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the message at once. It may be shared with a signal handler and with other keyers.
  ///   - start: When the message begins. Keyers with the same start send at the same time.
  public init(
    sending keying: Keying, on torch: any Torch, cancellation: Cancellation, start: Timestamp = .now + leadIn
  ) {
    self.keying = keying
    self.torch = torch
    self.cancellation = cancellation
    self.start = start
    (progress, listener) = AsyncStream.makeStream(
      of: SendingProgress.self, bufferingPolicy: .bufferingNewest(1))
    outcome = Mutex(.success(SendingReport(characterCount: keying.characters.count)))
    startRealTimeThread { [self] in run() }
  }

  /// Waits for the end of the message; the torch is dark then. Call it once.
  public func finish() throws(TorchError) -> SendingReport {
    finished.wait()
    return try outcome.withLock { $0 }.get()
  }

  // MARK: Work of the thread

  private func run() {
    let result: Result<SendingReport, TorchError>
    do throws(TorchError) {
      result = .success(try send())
    } catch {
      try? torch.shine(false)
      result = .failure(error)
    }
    outcome.withLock { $0 = result }
    listener.finish()
    finished.signal()
  }

  private func send() throws(TorchError) -> SendingReport {
    var report = SendingReport(characterCount: keying.characters.count)
    let timer = try DeadlineTimer()
    let maximumLateness = keying.maximumLateness
    for operation in KeyingPlan(keying) {
      let deadline = start + operation.time
      timer.set(deadline)
      guard cancellation.wait(for: timer) else {
        try torch.shine(false)
        report.wasCancelled = true
        return report
      }
      try check(Timestamp.now - deadline, maximumLateness)
      try torch.shine(operation.isOn)
      let lateness = Timestamp.now - deadline
      try check(lateness, maximumLateness)
      report.punctuality.add(lateness)
      if operation.isOn { reportProgress(operation, &report) }
    }
    return report
  }

  private func check(_ lateness: Double, _ maximumLateness: Double) throws(TorchError) {
    if lateness > maximumLateness { throw .heldUp(torch.name, seconds: lateness) }
  }

  /// Reports the character that `operation` begins, if it begins one.
  private func reportProgress(_ operation: KeyingPlan.Operation, _ report: inout SendingReport) {
    let next = report.charactersSent
    guard next < keying.characters.count, keying.characters[next].range.lowerBound <= operation.time else {
      return
    }
    report.charactersSent += 1
    listener.yield(
      SendingProgress(
        character: keying.characters[next], number: next + 1, count: keying.characters.count,
        timeLeft: keying.duration - operation.time))
  }
}

extension Keying {
  /// How late an edge may be, in seconds: the length of the shortest mark, but at least 0.15 s, which a busy machine may need.
  var maximumLateness: Double {
    max(marks.lazy.map { $0.upperBound - $0.lowerBound }.min() ?? 0, 0.15)
  }
}
