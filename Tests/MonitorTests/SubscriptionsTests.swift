import Dispatch
import Foundation
import Monitor
import Synchronization
import Testing

/// Work that notes its requests, and can be made to wait.
private final class ControlledWork: Sendable {
  private let done = Mutex<[String]>([])
  private let gate = DispatchSemaphore(value: 0)
  private let begun = DispatchSemaphore(value: 0)

  /// Notes the request. A request that begins with `slow` waits for ``release()``.
  func run(_ request: String) -> String {
    done.withLock { $0.append(request) }
    begun.signal()
    if request.hasPrefix("slow") { gate.wait() }
    return "\(request) done"
  }

  var requests: [String] { done.withLock { $0 } }
  /// Waits until one more request has begun.
  func waitForBeginning() { begun.wait() }
  func release() { gate.signal() }
}

/// A subscriber that keeps its answers.
private actor Listener {
  private(set) var received: [String] = []
  private var subscriptions: [Subscription] = []
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func subscribe(to request: String, of subscriptions: Subscriptions<String, String>) {
    self.subscriptions.append(
      subscriptions.subscribe(self, to: request) { listener, answer in
        listener.assertIsolated()
        listener.received.append(answer)
        for waiter in listener.waiters { waiter.resume() }
        listener.waiters = []
      })
  }

  func cancel() { subscriptions = [] }

  func answers(_ count: Int) async -> [String] {
    while received.count < count { await withCheckedContinuation { waiters.append($0) } }
    return received
  }
}

/// A subscriber in a loop.
private actor LoopListener {
  private let loop: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var received: [Int] = []

  init(_ loop: LoopExecutor) { self.loop = loop }

  func receive(_ number: Int) { received.append(number) }
}

@Suite("Subscriptions")
struct SubscriptionsTests {
  private let work = ControlledWork()
  private let subscriptions: Subscriptions<String, String>

  init() { subscriptions = Subscriptions { [work] in work.run($0) } }

  @Test("equal requests share one run, and each answer is delivered on its subscriber")
  func sharing() async {
    let (first, second, third) = (Listener(), Listener(), Listener())
    await first.subscribe(to: "slow a", of: subscriptions)
    work.waitForBeginning()
    await second.subscribe(to: "slow a", of: subscriptions)
    await third.subscribe(to: "b", of: subscriptions)
    work.release()
    #expect(await first.answers(1) == ["slow a done"])
    #expect(await second.answers(1) == ["slow a done"])
    #expect(await third.answers(1) == ["b done"])
    #expect(work.requests == ["slow a", "b"])
  }

  @Test("a request that was answered runs again when it is made again")
  func anew() async {
    let listener = Listener()
    await listener.subscribe(to: "a", of: subscriptions)
    _ = await listener.answers(1)
    await listener.subscribe(to: "a", of: subscriptions)
    #expect(await listener.answers(2) == ["a done", "a done"])
    #expect(work.requests == ["a", "a"])
  }

  @Test("a cancelled subscriber is not called, while the work continues for others")
  func cancelling() async {
    let (leaving, staying) = (Listener(), Listener())
    await leaving.subscribe(to: "slow a", of: subscriptions)
    await staying.subscribe(to: "slow a", of: subscriptions)
    await leaving.cancel()
    work.release()
    #expect(await staying.answers(1) == ["slow a done"])
    #expect(await leaving.received == [])
  }

  @Test("a subscriber is not retained by its work")
  func leaving() async {
    weak var gone: Listener?
    do {
      let listener = Listener()
      await listener.subscribe(to: "slow a", of: subscriptions)
      work.waitForBeginning()
      gone = listener
    }
    #expect(gone == nil)
    work.release()
  }

  @Test("work without subscribers is dropped before it starts")
  func dropping() async {
    let (first, second, last) = (Listener(), Listener(), Listener())
    await first.subscribe(to: "slow a", of: subscriptions)
    work.waitForBeginning()
    await second.subscribe(to: "b", of: subscriptions)
    do { await Listener().subscribe(to: "c", of: subscriptions) }
    await last.subscribe(to: "d", of: subscriptions)
    await second.cancel()
    work.release()
    #expect(await last.answers(1) == ["d done"])
    #expect(work.requests == ["slow a", "d"])
  }

  @Test("work with several answers stops when its subscription is cancelled")
  func stopping() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let counter = Subscriptions<String, String> { request, answer in
      var number = 0
      while answer("\(number)") { number += 1 }
      end.finish()
    }
    let listener = Listener()
    await listener.subscribe(to: "count", of: counter)
    #expect(await listener.answers(3).count >= 3)
    await listener.cancel()
    for await _ in ends {}
  }

  @Test("a subscriber in a loop is called there, and gets the newest of many answers")
  func loop() async {
    let hasAnswered = DispatchSemaphore(value: 0)
    let hasWork = DispatchSemaphore(value: 0)
    let counter = Subscriptions<Int, Int> { count, answer in
      for number in 1...count { _ = answer(number) }
      hasAnswered.signal()
    }
    let received = await LoopThread.run {
      let executor = LoopExecutor { hasWork.signal() }
      let listener = LoopListener(executor)
      let subscription = counter.subscribe(listener, to: 1000) { $0.receive($1) }
      hasAnswered.wait()
      while listener.assumeIsolated({ $0.received.isEmpty }) {
        hasWork.wait()
        executor.runPending()
      }
      return withExtendedLifetime(subscription) { listener.assumeIsolated { $0.received } }
    }
    #expect(received == [1000])
  }
}

/// A thread of its own, as a window's loop has.
private enum LoopThread {
  static func run(_ body: @escaping @Sendable () -> [Int]) async -> [Int] {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
}
