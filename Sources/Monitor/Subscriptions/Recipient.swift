import Synchronization

/// The receiver of the answers for one subscription. It holds the newest answer that has not been delivered yet.
struct Recipient<Answer: Sendable>: Sendable {
  private final class Inbox: Sendable {
    struct State {
      var hasLeft = false
      var newest: Answer?
    }

    let state = Mutex(State())

    var hasLeft: Bool { state.withLock { $0.hasLeft } }

    func leave() {
      state.withLock { state in
        state.hasLeft = true
        state.newest = nil
      }
    }

    /// - Returns: Whether it was empty: then a delivery must be started.
    func put(_ answer: Answer) -> Bool {
      state.withLock { state in
        guard !state.hasLeft else { return false }
        defer { state.newest = answer }
        return state.newest == nil
      }
    }

    func take() -> Answer? { state.withLock { $0.newest.take() } }
  }

  private let inbox = Inbox()
  private let isThere: @Sendable () -> Bool
  private let rouse: @Sendable () -> Void

  init<Subscriber: Actor>(
    _ subscriber: Subscriber, _ receive: @escaping @Sendable (isolated Subscriber, Answer) -> Void
  ) {
    isThere = { [weak subscriber] in subscriber != nil }
    rouse = { [weak subscriber, inbox] in
      Task { [weak subscriber] in
        guard let subscriber else { return }
        await Self.empty(inbox, on: subscriber, receive)
      }
    }
  }

  private static func empty<Subscriber: Actor>(
    _ inbox: Inbox, on subscriber: isolated Subscriber,
    _ receive: @Sendable (isolated Subscriber, Answer) -> Void
  ) {
    if let answer = inbox.take() { receive(subscriber, answer) }
  }

  /// Whether an answer would still be delivered.
  var isWaiting: Bool { !inbox.hasLeft && isThere() }

  func leave() { inbox.leave() }

  func hand(_ answer: Answer) {
    if inbox.put(answer) { rouse() }
  }
}
