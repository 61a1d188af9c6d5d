import Dispatch
import Synchronization

/// Background work with subscribers. Each answer is delivered to the subscribers that still exist.
///
/// - Equal requests share one run until the run gives its first answer.
/// - The subscriber is an actor. An answer is delivered on it, and only while its ``Subscription`` exists. Answers do not
///   queue: a slow subscriber gets the newest answer.
/// - The subscriber is not retained. It is not called any more after it or its subscription is released.
/// - Work without subscribers is dropped before it starts. Work that has started gets `false` for its next answer.
/// - Work may answer on any thread, for example on a thread of a network library. Answers after the end of the work are
///   ignored.
///
/// Requests run one after another, on a thread that may wait for folders and devices. The number of waiting requests is at most
/// the number of subscriptions.
///
/// ```swift
/// let previews = Subscriptions { path in preview(of: path) }
///
/// actor Gallery {
///   var subscription: Subscription?
///
///   func show(_ path: String) {
///     subscription = previews.subscribe(self, to: path) { gallery, preview in gallery.add(preview) }
///   }
/// }
/// ```
public final class Subscriptions<Request: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// Carries out a request, and passes its answers to `answer`, which returns whether more answers are wanted.
  public typealias Work = @Sendable (Request, _ answer: @escaping @Sendable (Answer) -> Bool) -> Void

  private struct State {
    /// The waiting requests, in the order in which they were first made.
    var requests: [Request] = []
    var waiting: [Request: [Recipient<Answer>]] = [:]
    /// The present run and its recipients.
    var current: (request: Request, recipients: [Recipient<Answer>], hasAnswered: Bool)?
    /// The number of runs so far; it identifies the present one.
    var runs = 0
    var isBusy = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "subscriptions")
  private let work: Work

  public init(work: @escaping Work) { self.work = work }

  /// Creates subscriptions to work that gives one answer.
  public convenience init(answer: @escaping @Sendable (Request) -> Answer) {
    self.init { request, deliver in _ = deliver(answer(request)) }
  }

  /// Subscribes to `request`, and starts the request unless it is running already.
  ///
  /// - Parameter receive: Called on `subscriber` with each answer.
  /// - Returns: The subscription, which ends when it is released.
  public func subscribe<Subscriber: Actor>(
    _ subscriber: Subscriber, to request: Request,
    _ receive: @escaping @Sendable (isolated Subscriber, Answer) -> Void
  ) -> Subscription {
    let recipient = Recipient(subscriber, receive)
    let isIdle = state.withLock { state in
      if let current = state.current, current.request == request, !current.hasAnswered {
        state.current?.recipients.append(recipient)
        return false
      }
      if state.waiting[request] == nil { state.requests.append(request) }
      state.waiting[request, default: []].append(recipient)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isIdle { queue.async { [self] in runRequests() } }
    return Subscription { recipient.cancel() }
  }

  private func runRequests() {
    while let (request, run) = begin() {
      work(request) { [self] answer in deliver(answer, run) }
      state.withLock { $0.current = nil }
    }
  }

  /// Removes the next request that still has subscribers from the queue. Requests before it are dropped.
  private func begin() -> (request: Request, run: Int)? {
    state.withLock { state in
      while !state.requests.isEmpty {
        let request = state.requests.removeFirst()
        let recipients = (state.waiting.removeValue(forKey: request) ?? []).filter(\.isWaiting)
        if !recipients.isEmpty {
          state.current = (request, recipients, false)
          state.runs += 1
          return (request, state.runs)
        }
      }
      state.isBusy = false
      return nil
    }
  }

  /// - Returns: Whether more answers are wanted.
  private func deliver(_ answer: Answer, _ run: Int) -> Bool {
    let recipients = state.withLock { state in
      guard state.runs == run else { return [Recipient<Answer>]() }
      state.current?.hasAnswered = true
      state.current?.recipients.removeAll { !$0.isWaiting }
      return state.current?.recipients ?? []
    }
    for recipient in recipients { recipient.send(answer) }
    return !recipients.isEmpty
  }
}

/// The answers to a request are delivered while this value exists.
public final class Subscription: Sendable {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}
