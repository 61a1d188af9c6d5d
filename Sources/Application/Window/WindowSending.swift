import Dispatch
import Frames
import Graphics
import Interface
import Monitor
import Morse
import Torch

/// Sends messages from the window, one at a time, by the window's own lamp or by a torch.
final class WindowSending {
  /// The progress of the message.
  struct State {
    var sending: Compose.Sending?
    var fault: (any Error)?
    /// The status of the connection to a remote light. It is reported once after each change.
    var status: RemoteLightStatus?
    /// A message whose light has started, reported once; `start` is in seconds of the kernel's monotonic clock.
    var started: (keying: Keying, start: Double)?
  }

  /// The progress of the message that a torch sends.
  private let progress: LoopState<TorchSending.Progress?>
  private let torches: Subscriptions<TorchSending, TorchSending.Progress>
  private var subscription: Subscription?
  /// The message that a torch sends, and its last progress.
  private var torchMessage: (message: TorchSending, reported: TorchSending.Progress)?
  /// The message that the window's own lamp sends.
  private var lampMessage: WindowLampMessage?
  private var started: (keying: Keying, start: Double)?
  private var fault: (any Error)?
  private var cancellation: Cancellation?
  /// Messages that a torch still sends.
  private let running = DispatchGroup()

  /// - Parameter waker: Wakes the window. The window's thread creates this value and calls its functions.
  init(_ waker: Waker) {
    progress = LoopState(nil, wake: waker.wake)
    torches = Subscriptions { [running] sending, report in
      sending.run(report)
      running.leave()
    }
  }

  /// Takes the progress since the last call.
  func takeState() -> State {
    let progress = progress.current
    var status: RemoteLightStatus?
    if let (message, reported) = torchMessage, let progress {
      if progress.status != reported.status { status = progress.status }
      if reported.start == nil, let start = progress.start { started = (message.keying, start) }
      torchMessage = progress.sending == nil ? nil : (message, progress)
      fault = progress.fault
    }
    defer { started = nil }
    return State(
      sending: lampMessage?.sending ?? torchMessage?.reported.sending, fault: fault, status: status,
      started: started)
  }

  /// Sends `message`, unless a message is being sent.
  ///
  /// - Parameters:
  ///   - torch: The torch; `nil` is the window's own lamp.
  ///   - refreshRate: Refresh rate of the display with the window.
  func send(_ message: OutgoingMessage, _ timing: Timing, on torch: TorchChoice?, refreshRate: Double) {
    guard torchMessage == nil, lampMessage == nil else { return }
    fault = nil
    do {
      // The settings may have changed since the window was opened.
      let settings = try Settings.load()
      let keying = try message.keyed(timing).keying
      let cancellation = try Cancellation()
      // A signal turns the light off at once, without waiting for the next iteration of the window's loop.
      Interruption.watch(waking: cancellation.descriptor, atStop: .suspend)
      self.cancellation = cancellation
      guard let torch else { return try sendByWindowLamp(keying, refreshRate) }
      let sending = TorchSending(keying, on: torch, settings, cancellation)
      torchMessage = (sending, .init(sending: .init(keying)))
      progress.exchange(nil)
      running.enter()
      subscription = torches.subscribe(progress, to: sending) { $0.value = $1 }
    } catch {
      fault = error
    }
  }

  /// Ends the message at once, and turns the light off.
  func stop() {
    cancellation?.cancel()
    lampMessage = nil
  }

  /// Ends the message, turns the light off, and waits until it is released.
  func close() {
    stop()
    _ = running.wait(timeout: .now() + .seconds(2))
  }

  // MARK: The window's own lamp

  private func sendByWindowLamp(_ keying: Keying, _ refreshRate: Double) throws {
    let (commands, lead) = try TorchChoice.screen.commands(for: keying)
    let message = WindowLampMessage(keying, commands: commands, refreshRate: refreshRate)
    lampMessage = message
    started = (keying, message.keyer.start.seconds + lead)
  }

  /// Whether the window's lamp is on in a picture that is drawn now.
  func isLit() -> Bool {
    do throws(TorchError) {
      let isLit = try lampMessage?.isLit(at: .now) ?? false
      if lampMessage?.keyer.isOver == true { lampMessage = nil }
      return isLit
    } catch {
      lampMessage = nil
      fault = error
      return false
    }
  }

  /// Whether pictures are needed even if they show nothing new.
  var wantsPictures: Bool { lampMessage?.keyer.wantsPictures ?? false }

  /// Seconds until the window's lamp needs a picture.
  func secondsToNextPicture() -> Double {
    let now = Timestamp.now
    return lampMessage.map { max(0, $0.keyer.nextCall(at: now) - now) } ?? .infinity
  }

  /// Whether another picture can be drawn now without delaying the lamp's next one.
  var allowsPicture: Bool { lampMessage?.keyer.allowsPicture(at: .now) ?? true }

  /// Notes that a picture has just been shown.
  func noteShown() { lampMessage?.keyer.noteShown(at: .now) }
}
