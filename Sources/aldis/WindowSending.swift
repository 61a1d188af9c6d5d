import Dispatch
import Graphics
import Interface
import Monitor
import Morse
import Torch

/// Messages from the window to a light, one at a time: its own lamp, or a torch, of which it hears what it wants to know.
final class WindowSending {
  /// How it goes.
  struct State {
    var sending: Compose.Sending?
    var fault: (any Error)?
    /// How the connection to a remote light fares, where that is news.
    var status: RemoteLightStatus?
    /// A message whose light began, once: with the kernel's monotonic clock's seconds.
    var begun: (keying: Keying, start: Double)?
  }

  private let loop: LoopExecutor
  private let listener: SendingListener
  private let torches: Subscriptions<TorchSending, TorchSending.News>
  private var subscription: Subscription?
  /// The message that a torch sends, and what the window sends itself.
  private var sent: (message: TorchSending, told: TorchSending.News)?
  private var painted: PaintedMessage?
  private var begun: (keying: Keying, start: Double)?
  private var fault: (any Error)?
  private var cancellation: Cancellation?
  private let ending = DispatchGroup()

  /// - Parameter waker: Of the window whose thread makes this, and calls it.
  init(_ waker: Waker) {
    loop = LoopExecutor { waker.wake() }
    listener = SendingListener(loop)
    torches = Subscriptions { [ending] sending, tell in
      sending.carryOut(tell)
      ending.leave()
    }
  }

  /// How it goes.
  func look() -> State {
    loop.runPending()
    var status: RemoteLightStatus?
    if let (message, told) = sent, let news = listener.assumeIsolated({ $0.news }) {
      if news.status != told.status { status = news.status }
      if told.start == nil, let start = news.start { begun = (message.keying, start) }
      sent = news.sending == nil ? nil : (message, news)
      fault = news.fault
    }
    defer { begun = nil }
    return State(
      sending: painted?.sending ?? sent?.told.sending, fault: fault, status: status, begun: begun)
  }

  /// Sends `message` if none is on its way.
  ///
  /// - Parameters:
  ///   - torch: `nil` is the window itself.
  ///   - refreshRate: Of the display that the window is on.
  func send(_ message: OutgoingMessage, _ timing: Timing, on torch: TorchChoice?, refreshRate: Double) {
    guard sent == nil, painted == nil else { return }
    fault = nil
    do {
      // They may have changed since the window was opened.
      let settings = try Settings.load()
      let keying = try message.keyed(timing).keying
      let cancellation = try Cancellation()
      // A signal makes the light dark at once, not when the window looks.
      Interruption.watch(rousing: cancellation.descriptor, atStop: .hold)
      self.cancellation = cancellation
      guard let torch else { return try paint(keying, refreshRate) }
      let sending = TorchSending(keying, on: torch, settings, cancellation)
      sent = (sending, .init(sending: .init(keying)))
      listener.assumeIsolated { $0.news = nil }
      ending.enter()
      subscription = torches.subscribe(listener, to: sending) { $0.news = $1 }
    } catch {
      fault = error
    }
  }

  /// Ends the message at once, the light dark.
  func stop() {
    cancellation?.cancel()
    painted = nil
  }

  /// The same, and waits until the light has been given back.
  func close() {
    stop()
    _ = ending.wait(timeout: .now() + .seconds(2))
  }

  // MARK: The window's own lamp

  private func paint(_ keying: Keying, _ refreshRate: Double) throws {
    let (commands, lead) = try TorchChoice.screen.commands(for: keying)
    let message = PaintedMessage(keying, commands: commands, refreshRate: refreshRate)
    painted = message
    begun = (keying, message.start.seconds + lead)
  }

  /// Whether the window's lamp shines in a picture that is drawn now.
  func isLit(at now: Moment = .now) -> Bool {
    do throws(TorchError) {
      let isLit = try painted?.isLit(at: now) ?? false
      if painted?.isOver == true { painted = nil }
      return isLit
    } catch {
      painted = nil
      fault = error
      return false
    }
  }

  /// Pictures are wanted that show nothing new.
  var wantsPictures: Bool { painted?.wantsPictures ?? false }

  /// Seconds until the window's lamp wants a picture.
  func patience(at now: Moment = .now) -> Double { painted?.patience(at: now) ?? .infinity }

  /// Whether a picture can be begun now without being in the way of the lamp's own.
  var allowsPicture: Bool { painted?.allowsPicture(at: .now) ?? true }

  /// A picture has just been shown.
  func noteShown() { painted?.noteShown() }
}

/// Hears how a message goes, on the window's thread.
private actor SendingListener {
  var news: TorchSending.News?
  private let loop: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: LoopExecutor) { self.loop = loop }
}
