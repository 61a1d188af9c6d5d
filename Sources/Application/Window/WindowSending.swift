import Dispatch
import Graphics
import Interface
import Monitor
import Morse
import Torch

/// Sends messages from the window, one at a time, by the window's own lamp or by a torch.
final class WindowSending {
  /// The progress.
  struct State {
    var sending: Compose.Sending?
    var fault: (any Error)?
    /// The status of the connection to a remote light, once after each change.
    var status: RemoteLightStatus?
    /// A message whose light began, once; `start` in seconds of the kernel's monotonic clock.
    var begun: (keying: Keying, start: Double)?
  }

  private let loop: LoopExecutor
  private let listener: SendingListener
  private let torches: Subscriptions<TorchSending, TorchSending.Progress>
  private var subscription: Subscription?
  /// The message that a torch sends, and its last progress.
  private var sent: (message: TorchSending, reported: TorchSending.Progress)?
  /// The message that the window's own lamp sends.
  private var lampMessage: WindowLampMessage?
  private var begun: (keying: Keying, start: Double)?
  private var fault: (any Error)?
  private var cancellation: Cancellation?
  private let ending = DispatchGroup()

  /// - Parameter waker: Of the window; its thread makes this value and calls it.
  init(_ waker: Waker) {
    loop = LoopExecutor { waker.wake() }
    listener = SendingListener(loop)
    torches = Subscriptions { [ending] sending, report in
      sending.carryOut(report)
      ending.leave()
    }
  }

  /// Takes the progress since the last call.
  func takeState() -> State {
    loop.runPending()
    var status: RemoteLightStatus?
    if let (message, reported) = sent, let progress = listener.assumeIsolated({ $0.progress }) {
      if progress.status != reported.status { status = progress.status }
      if reported.start == nil, let start = progress.start { begun = (message.keying, start) }
      sent = progress.sending == nil ? nil : (message, progress)
      fault = progress.fault
    }
    defer { begun = nil }
    return State(
      sending: lampMessage?.sending ?? sent?.reported.sending, fault: fault, status: status, begun: begun)
  }

  /// Sends `message` if none is on its way.
  ///
  /// - Parameters:
  ///   - torch: `nil` is the window itself.
  ///   - refreshRate: Of the display that the window is on.
  func send(_ message: OutgoingMessage, _ timing: Timing, on torch: TorchChoice?, refreshRate: Double) {
    guard sent == nil, lampMessage == nil else { return }
    fault = nil
    do {
      // The settings may have changed since the window was opened.
      let settings = try Settings.load()
      let keying = try message.keyed(timing).keying
      let cancellation = try Cancellation()
      // A signal makes the light dark at once, not when the window looks.
      Interruption.watch(rousing: cancellation.descriptor, atStop: .hold)
      self.cancellation = cancellation
      guard let torch else { return try sendByWindowLamp(keying, refreshRate) }
      let sending = TorchSending(keying, on: torch, settings, cancellation)
      sent = (sending, .init(sending: .init(keying)))
      listener.assumeIsolated { $0.progress = nil }
      ending.enter()
      subscription = torches.subscribe(listener, to: sending) { $0.progress = $1 }
    } catch {
      fault = error
    }
  }

  /// Ends the message at once, and turns the light off.
  func stop() {
    cancellation?.cancel()
    lampMessage = nil
  }

  /// The same, and waits until the light is released.
  func close() {
    stop()
    _ = ending.wait(timeout: .now() + .seconds(2))
  }

  // MARK: The window's own lamp

  private func sendByWindowLamp(_ keying: Keying, _ refreshRate: Double) throws {
    let (commands, lead) = try TorchChoice.screen.commands(for: keying)
    let message = WindowLampMessage(keying, commands: commands, refreshRate: refreshRate)
    lampMessage = message
    begun = (keying, message.start.seconds + lead)
  }

  /// Whether the window's lamp shines in a picture that is drawn now.
  func isLit(at now: Moment = .now) -> Bool {
    do throws(TorchError) {
      let isLit = try lampMessage?.isLit(at: now) ?? false
      if lampMessage?.isOver == true { lampMessage = nil }
      return isLit
    } catch {
      lampMessage = nil
      fault = error
      return false
    }
  }

  /// Whether pictures are needed that show nothing new.
  var wantsPictures: Bool { lampMessage?.wantsPictures ?? false }

  /// Seconds until the window's lamp needs a picture.
  func secondsToNextPicture(at now: Moment = .now) -> Double {
    lampMessage?.secondsToNextPicture(at: now) ?? .infinity
  }

  /// Whether another picture can be drawn now without delaying the lamp's next one.
  var allowsPicture: Bool { lampMessage?.allowsPicture(at: .now) ?? true }

  /// A picture has just been shown.
  func noteShown() { lampMessage?.noteShown() }
}

/// Receives the progress of a message on the window's thread.
private actor SendingListener {
  var progress: TorchSending.Progress?
  private let loop: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: LoopExecutor) { self.loop = loop }
}
