import FoundationEssentials
import Glibc
import Interface
import Monitor
import Morse
import Synchronization
import Torch

/// A message from the window to a torch. Whatever may wait, taking the light, keying it and giving it back, is done by
/// ``carryOut(_:)``, on a thread that may.
final class TorchSending: Sendable {
  /// How it goes.
  struct News: Sendable {
    /// `nil` once it is over.
    var sending: Compose.Sending?
    /// Why the message was not sent, or not to its end.
    var fault: (any Error)?
    /// How the connection to a remote light fares; `nil` while it was never lost.
    var status: RemoteLightStatus?
    /// When its light began: seconds of the kernel's monotonic clock.
    var start: Double?
  }

  let keying: Keying
  private let torch: TorchChoice
  private let settings: Settings
  private let cancellation: Cancellation
  private let news: Mutex<News>

  init(_ keying: Keying, on torch: TorchChoice, _ settings: Settings, _ cancellation: Cancellation) {
    self.keying = keying
    self.torch = torch
    self.settings = settings
    self.cancellation = cancellation
    news = Mutex(News(sending: .init(keying)))
  }

  /// Sends the message.
  ///
  /// - Parameter tell: Hears how it goes, on any thread.
  func carryOut(_ tell: @escaping @Sendable (News) -> Bool) {
    let change: @Sendable ((inout News) -> Void) -> Void = { [self] work in
      // Told while it is locked: what is newer comes later.
      news.withLock { news in
        work(&news)
        _ = tell(news)
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

  private func send(_ change: @escaping @Sendable ((inout News) -> Void) -> Void) throws {
    let taken = try torch.take(settings, cancellation) { status in change { $0.status = status } }
    let sent = Result {
      try withExtendedLifetime(torch.follow(settings, with: taken)) { try key(taken, change) }
    }
    let givenBack = Result { try taken.release() }
    try sent.get()
    try givenBack.get()
  }

  private func key(_ taken: any Torch, _ change: @escaping @Sendable ((inout News) -> Void) -> Void) throws {
    let (commands, lead) = try torch.commands(for: keying)
    let start = Moment.now + Keyer.leadIn
    let keyer = Keyer(sending: commands, on: taken, cancellation: cancellation, start: start)
    change { $0.start = start.seconds + lead }
    Task {
      for await progress in keyer.progress {
        change { news in
          news.sending?.number = progress.number
          news.sending?.secondsLeft = progress.timeLeft
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
  /// What it is told to shine as `keying` says, so many seconds later.
  func commands(for keying: Keying) throws -> (commands: Keying, lead: Double) {
    let delays = try MeasuredTorches.load().delays[description] ?? .zero
    let lead = max(delays.longest, 0)
    guard let commands = keying.anticipating(delays, lead: lead) else {
      throw Failure(
        .usage, "\(self) is too slow for this speed; send slower", cause: Trouble.tooSlow(description))
    }
    return (commands, lead)
  }
}
