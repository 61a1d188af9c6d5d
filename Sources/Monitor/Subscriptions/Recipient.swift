import Synchronization

/// The receiver of the answers for one subscription. It holds the newest answer that has not been delivered yet.
struct Recipient<Answer: Sendable>: Sendable {
  private final class Inbox: Sendable {
    struct State {
      var isCancelled = false
      var newest: Answer?
    }

    let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
      state.withLock { state in
        state.isCancelled = true
        state.newest = nil
      }
    }

    /// - Returns: Whether the inbox was empty. Then the caller starts a delivery.
    func put(_ answer: Answer) -> Bool {
      state.withLock { state in
        guard !state.isCancelled else { return false }
        defer { state.newest = answer }
        return state.newest == nil
      }
    }

    func take() -> Answer? { state.withLock { $0.newest.take() } }
  }

  private let inbox = Inbox()
  private let subscriberExists: @Sendable () -> Bool
  private let startDelivery: @Sendable () -> Void

  init<Subscriber: Actor>(
    _ subscriber: Subscriber, _ receive: @escaping @Sendable (isolated Subscriber, Answer) -> Void
  ) {
    subscriberExists = { [weak subscriber] in subscriber != nil }
    startDelivery = { [weak subscriber, inbox] in
      Task { [weak subscriber] in
        guard let subscriber else { return }
        await Self.deliver(inbox, on: subscriber, receive)
      }
    }
  }

  private static func deliver<Subscriber: Actor>(
    _ inbox: Inbox, on subscriber: isolated Subscriber,
    _ receive: @Sendable (isolated Subscriber, Answer) -> Void
  ) {
    if let answer = inbox.take() { receive(subscriber, answer) }
  }

  /// Whether an answer would still be delivered.
  var isWaiting: Bool { !inbox.isCancelled && subscriberExists() }

  func cancel() { inbox.cancel() }

  func send(_ answer: Answer) {
    if inbox.put(answer) { startDelivery() }
  }
}
