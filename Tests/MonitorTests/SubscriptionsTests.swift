import Dispatch
import Foundation
import Monitor
import Synchronization
import Testing

/// Work that can be looked at: it notes what it did, and waits where it is told to.
private final class Workshop: Sendable {
  private let done = Mutex<[String]>([])
  private let gate = DispatchSemaphore(value: 0)
  private let begun = DispatchSemaphore(value: 0)

  /// Notes the request; those that begin with `slow` wait until they are let go.
  func work(_ request: String) -> String {
    done.withLock { $0.append(request) }
    begun.signal()
    if request.hasPrefix("slow") { gate.wait() }
    return "\(request) done"
  }

  var requests: [String] { done.withLock { $0 } }
  /// Waits until one more has begun.
  func waitForBeginning() { begun.wait() }
  func letGo() { gate.signal() }
}

/// A subscriber that keeps what it hears.
private actor Listener {
  private(set) var heard: [String] = []
  private var subscriptions: [Subscription] = []
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func subscribe(to request: String, of subscriptions: Subscriptions<String, String>) {
    self.subscriptions.append(
      subscriptions.subscribe(self, to: request) { listener, answer in
        listener.assertIsolated()
        listener.heard.append(answer)
        for waiter in listener.waiters { waiter.resume() }
        listener.waiters = []
      })
  }

  func cancel() { for subscription in subscriptions { subscription.cancel() } }

  func hears(_ count: Int) async -> [String] {
    while heard.count < count { await withCheckedContinuation { waiters.append($0) } }
    return heard
  }
}

/// A subscriber in a loop.
private actor LoopListener {
  private let loop: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var heard: [Int] = []

  init(_ loop: LoopExecutor) { self.loop = loop }

  func hear(_ number: Int) { heard.append(number) }
}

@Suite("Subscriptions")
struct SubscriptionsTests {
  private let workshop = Workshop()
  private let subscriptions: Subscriptions<String, String>

  init() { subscriptions = Subscriptions { [workshop] in workshop.work($0) } }

  @Test("equal requests share one run, and each subscriber hears its answer on itself")
  func sharing() async {
    let (first, second, third) = (Listener(), Listener(), Listener())
    await first.subscribe(to: "slow a", of: subscriptions)
    workshop.waitForBeginning()
    await second.subscribe(to: "slow a", of: subscriptions)
    await third.subscribe(to: "b", of: subscriptions)
    workshop.letGo()
    #expect(await first.hears(1) == ["slow a done"])
    #expect(await second.hears(1) == ["slow a done"])
    #expect(await third.hears(1) == ["b done"])
    #expect(workshop.requests == ["slow a", "b"])
  }

  @Test("a request that was answered is done anew when it is made again")
  func anew() async {
    let listener = Listener()
    await listener.subscribe(to: "a", of: subscriptions)
    _ = await listener.hears(1)
    await listener.subscribe(to: "a", of: subscriptions)
    #expect(await listener.hears(2) == ["a done", "a done"])
    #expect(workshop.requests == ["a", "a"])
  }

  @Test("who has cancelled is not called, though the work goes on for others")
  func cancelling() async {
    let (leaving, staying) = (Listener(), Listener())
    await leaving.subscribe(to: "slow a", of: subscriptions)
    await staying.subscribe(to: "slow a", of: subscriptions)
    await leaving.cancel()
    workshop.letGo()
    #expect(await staying.hears(1) == ["slow a done"])
    #expect(await leaving.heard == [])
  }

  @Test("a subscriber that goes is not kept alive by the work it waits for")
  func leaving() async {
    weak var gone: Listener?
    do {
      let listener = Listener()
      await listener.subscribe(to: "slow a", of: subscriptions)
      workshop.waitForBeginning()
      gone = listener
    }
    #expect(gone == nil)
    workshop.letGo()
  }

  @Test("work that nobody waits for any more is dropped before it starts")
  func dropping() async {
    let (first, second, last) = (Listener(), Listener(), Listener())
    await first.subscribe(to: "slow a", of: subscriptions)
    workshop.waitForBeginning()
    await second.subscribe(to: "b", of: subscriptions)
    do { await Listener().subscribe(to: "c", of: subscriptions) }
    await last.subscribe(to: "d", of: subscriptions)
    await second.cancel()
    workshop.letGo()
    #expect(await last.hears(1) == ["d done"])
    #expect(workshop.requests == ["slow a", "d"])
  }

  @Test("work that goes on answering stops when nobody wants more")
  func stopping() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let counter = Subscriptions<String, String> { request, tell in
      var number = 0
      while tell("\(number)") { number += 1 }
      end.finish()
    }
    let listener = Listener()
    await listener.subscribe(to: "count", of: counter)
    #expect(await listener.hears(3).count >= 3)
    await listener.cancel()
    for await _ in ends {}
  }

  @Test("a subscriber in a loop is called there, and of many answers hears the newest")
  func loop() async {
    let hasAnswered = DispatchSemaphore(value: 0)
    let work = DispatchSemaphore(value: 0)
    let counter = Subscriptions<Int, Int> { count, tell in
      for number in 1...count { _ = tell(number) }
      hasAnswered.signal()
    }
    let heard = await LoopThread.run {
      let executor = LoopExecutor { work.signal() }
      let listener = LoopListener(executor)
      let subscription = counter.subscribe(listener, to: 1000) { $0.hear($1) }
      hasAnswered.wait()
      while listener.assumeIsolated({ $0.heard.isEmpty }) {
        work.wait()
        executor.runPending()
      }
      return withExtendedLifetime(subscription) { listener.assumeIsolated { $0.heard } }
    }
    #expect(heard == [1000])
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
