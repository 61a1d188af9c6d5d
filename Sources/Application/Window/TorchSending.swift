import FoundationEssentials
import Frames
import Glibc
import Interface
import Localization
import Monitor
import Morse
import Synchronization
import Torch

/// Sends a message from the window by a torch. Taking the light, keying it and releasing it may wait, so ``run(_:)`` is called
/// on another thread than the window's.
final class TorchSending: Sendable {
  /// The progress of the message.
  struct Progress: Sendable {
    /// `nil` after the end of the message.
    var sending: Compose.Sending?
    /// The reason why the message was not sent completely.
    var fault: (any Error)?
    /// The state of the connection to a remote light; `nil` if the connection was never lost.
    var status: RemoteLightStatus?
    /// The start of the light, in seconds of the kernel's monotonic clock.
    var start: Double?
  }

  let keying: Keying
  private let torch: TorchChoice
  private let settings: Settings
  private let cancellation: Cancellation
  private let progress: Mutex<Progress>

  init(_ keying: Keying, on torch: TorchChoice, _ settings: Settings, _ cancellation: Cancellation) {
    self.keying = keying
    self.torch = torch
    self.settings = settings
    self.cancellation = cancellation
    progress = Mutex(Progress(sending: .init(keying)))
  }

  /// Sends the message.
  ///
  /// - Parameter report: Called with the progress, on any thread.
  func run(_ report: @escaping @Sendable (Progress) -> Bool) {
    let change: @Sendable ((inout Progress) -> Void) -> Void = { [self] work in
      // The progress is reported under the lock, so that the order is kept.
      progress.withLock { progress in
        work(&progress)
        _ = report(progress)
      }
    }
    var fault: (any Error)?
    do {
      try send(change)
    } catch {
      fault = error
    }
    change { ($0.sending, $0.fault) = (nil, fault) }
  }

  private func send(_ change: @escaping @Sendable ((inout Progress) -> Void) -> Void) throws {
    let takenTorch = try torch.take(settings, cancellation) { status in change { $0.status = status } }
    let sent = Result {
      try withExtendedLifetime(torch.follow(settings, with: takenTorch)) { try key(takenTorch, change) }
    }
    let releaseResult = Result { try takenTorch.release() }
    try sent.get()
    try releaseResult.get()
  }

  private func key(
    _ takenTorch: any Torch, _ change: @escaping @Sendable ((inout Progress) -> Void) -> Void
  ) throws {
    let (commands, lead) = try torch.commands(for: keying)
    let start = Timestamp.now + Keyer.leadIn
    let keyer = Keyer(sending: commands, on: takenTorch, cancellation: cancellation, start: start)
    change { $0.start = start.seconds + lead }
    Task {
      for await now in keyer.progress {
        change { progress in
          progress.sending?.number = now.number
          progress.sending?.secondsLeft = now.timeLeft
        }
      }
    }
    _ = try keyer.finish()
  }
}

extension TorchSending: Hashable {
  static func == (a: TorchSending, b: TorchSending) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension TorchChoice {
  /// The commands that make this torch show `keying` with a delay of `lead` seconds.
  func commands(for keying: Keying) throws -> (commands: Keying, lead: Double) {
    let delays = try MeasuredTorches.load().delays[description] ?? .zero
    let lead = max(delays.longest, 0)
    guard let commands = keying.anticipating(delays, lead: lead) else {
      throw Failure(.usage, LocalizedText("\(self) is too slow for this speed; send slower"))
    }
    return (commands, lead)
  }
}
