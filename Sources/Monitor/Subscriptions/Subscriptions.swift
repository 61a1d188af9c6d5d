import Dispatch
import Synchronization

/// Work in the background that several may wait for: each answer goes to those who still want it, where they want it.
///
/// - Equal requests share one run, until it has begun to answer.
/// - An answer is handed over on the actor that the subscriber is, and only while its ``Subscription`` lives. A slow
///   subscriber gets the newest answer; nothing piles up.
/// - A subscriber is not kept alive. Once it is gone, or has let go of its subscription, it is not called any more.
/// - Work that nobody waits for any more is dropped before it starts. Work that has started learns of it with its next answer.
/// - Work may answer on any thread, as a network does; what it says after its end reaches nobody.
///
/// Requests run one after another, on a thread that may wait for folders and devices. No more of them wait than
/// subscriptions live.
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
  /// Does what is asked for, and tells what comes of it, once or again and again; it hears whether anybody wants more.
  public typealias Work = @Sendable (Request, _ tell: @escaping @Sendable (Answer) -> Bool) -> Void

  private struct State {
    /// In the order in which they were first asked for.
    var requests: [Request] = []
    var waiting: [Request: [Recipient<Answer>]] = [:]
    /// What is being done now, and for whom.
    var current: (request: Request, recipients: [Recipient<Answer>], hasAnswered: Bool)?
    /// Runs so far, by which the current one is known.
    var runs = 0
    var isBusy = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "subscriptions")
  private let work: Work

  public init(work: @escaping Work) { self.work = work }

  /// For work with one answer.
  public convenience init(answer: @escaping @Sendable (Request) -> Answer) {
    self.init { request, tell in _ = tell(answer(request)) }
  }

  /// Has `request` done, unless it is being done already.
  ///
  /// - Parameter receive: Called on `subscriber`.
  /// - Returns: What keeps the subscriber subscribed.
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
      work(request) { [self] answer in tell(answer, run) }
      state.withLock { $0.current = nil }
    }
  }

  /// The next request that is still wanted; those before it are forgotten.
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

  /// - Returns: Whether anybody wants more.
  private func tell(_ answer: Answer, _ run: Int) -> Bool {
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

/// Somebody's wish to hear the answers to a request: it lasts as long as this is kept.
public final class Subscription: Sendable {
  private let leave: @Sendable () -> Void

  init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

  deinit { leave() }

  /// Ends it. Whoever does so on the subscriber itself is not called any more after that.
  public func cancel() { leave() }
}
