import Dispatch
import Synchronization

/// Background work with subscribers. Each answer is delivered to the subscribers that still exist.
///
/// - Equal requests share one run, until it has begun to answer.
/// - An answer is delivered on the subscriber, which is an actor, and only while its ``Subscription`` exists. A slow subscriber gets
///   the newest answer; answers do not queue.
/// - The subscriber is not retained. After it or its subscription is released, it is not called any more.
/// - Work without subscribers is dropped before it starts. Work that has started learns of it with its next answer.
/// - Work may answer on any thread, as a network does; answers after its end are ignored.
///
/// Requests run one after another, on a thread that may wait for folders and devices. At most as many requests wait as
/// subscriptions exist.
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
  /// Does a request, and passes its answers to `answer`, which returns whether more answers are wanted.
  public typealias Work = @Sendable (Request, _ answer: @escaping @Sendable (Answer) -> Bool) -> Void

  private struct State {
    /// In the order in which they were first asked for.
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

  /// For work with one answer.
  public convenience init(answer: @escaping @Sendable (Request) -> Answer) {
    self.init { request, deliver in _ = deliver(answer(request)) }
  }

  /// Subscribes to `request`, and starts it unless it is running already.
  ///
  /// - Parameter receive: Called on `subscriber`.
  /// - Returns: The subscription; it ends when it is released.
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
    if isIdle { queue.async { [self] in workOff() } }
    return Subscription { recipient.leave() }
  }

  private func workOff() {
    while let (request, run) = begin() {
      work(request) { [self] answer in deliver(answer, run) }
      state.withLock { $0.current = nil }
    }
  }

  /// Removes the next request that still has subscribers; those before it are dropped.
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
    for recipient in recipients { recipient.hand(answer) }
    return !recipients.isEmpty
  }
}

/// Delivers the answers to a request as long as it exists.
public final class Subscription: Sendable {
  private let leave: @Sendable () -> Void

  init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

  deinit { leave() }

  /// Ends it. If it is called on the subscriber, no answer is delivered after that.
  public func cancel() { leave() }
}
