import Dispatch
import FoundationEssentials
import Glibc
import Morse
import Synchronization

/// Keys one message: switches a torch on and off on a thread of its own, each time at a moment fixed beforehand.
///
/// However it ends, the torch is dark then: at the message's end, when it is cancelled, and after an error of the torch, if it
/// still takes the command. A message that is held up, for its process or the whole machine was stopped, ends as well: its
/// overdue edges, all at once, would be another message.
public final class Keyer: Sendable {
  /// The character that is being sent. It holds the newest alone, so that a slow listener neither delays the light nor
  /// costs memory; without a listener nothing is kept.
  public let progress: AsyncStream<SendingProgress>
  private let work: Work

  /// Seconds from the start of the thread to the start of the message: long enough for it to have begun on a busy machine too.
  /// A thread that began later would cut the first mark short.
  public static let leadIn = 0.1

  /// Begins to send `keying`.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the message at once; it may be shared with a signal handler, and with other keyers.
  ///   - start: When the message begins; keyers that share it send side by side.
  public init(
    sending keying: Keying, on torch: any Torch, cancellation: Cancellation, start: Moment = .now + leadIn
  ) {
    let (progress, listener) = AsyncStream.makeStream(
      of: SendingProgress.self, bufferingPolicy: .bufferingNewest(1))
    self.progress = progress
    work = Work(
      keying: keying, torch: torch, cancellation: cancellation, start: start, listener: listener)
    startThread { [work] in work.run() }
  }

  /// Waits for the end of the message; the torch is dark then. Call it once.
  public func finish() throws(TorchError) -> SendingReport {
    work.finished.wait()
    return try work.outcome.withLock { $0 }.get()
  }
}

/// What the thread does; it knows nothing of its owner.
private final class Work: Sendable {
  let finished = DispatchSemaphore(value: 0)
  let outcome: Mutex<Result<SendingReport, TorchError>>
  private let keying: Keying
  private let torch: any Torch
  private let cancellation: Cancellation
  private let start: Moment
  private let listener: AsyncStream<SendingProgress>.Continuation

  init(
    keying: Keying, torch: any Torch, cancellation: Cancellation, start: Moment,
    listener: AsyncStream<SendingProgress>.Continuation
  ) {
    self.keying = keying
    self.torch = torch
    self.cancellation = cancellation
    self.start = start
    self.listener = listener
    outcome = Mutex(.success(SendingReport(characterCount: keying.characters.count)))
  }

  func run() {
    runAheadOfOthers()
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
    let patience = keying.patience
    for operation in KeyingPlan(keying) {
      let deadline = start + operation.time
      timer.set(deadline)
      guard cancellation.wait(for: timer) else {
        try torch.shine(false)
        report.wasCancelled = true
        return report
      }
      try check(Moment.now - deadline, patience)
      try torch.shine(operation.isOn)
      let lateness = Moment.now - deadline
      try check(lateness, patience)
      report.punctuality.add(lateness)
      if operation.isOn { tell(operation, &report) }
    }
    return report
  }

  private func check(_ lateness: Double, _ patience: Double) throws(TorchError) {
    if lateness > patience { throw .heldUp(torch.name, seconds: lateness) }
  }

  /// Tells of the character that `operation` begins, if it begins one.
  private func tell(_ operation: KeyingPlan.Operation, _ report: inout SendingReport) {
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
  /// How late an edge may be, in seconds: as much as the shortest mark lasts, and as a busy machine needs in any case.
  public var patience: Double { max(marks.lazy.map { $0.upperBound - $0.lowerBound }.min() ?? 0, 0.15) }
}
