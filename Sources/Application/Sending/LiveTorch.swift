import Glibc
import Graphics
import Interface
import Monitor
import Morse
import Shaders
import Torch

/// A torch that this program has taken for one or more messages. It may consist of several lights that show the same message.
///
/// It is used on the thread that took it. A lamp on the screen needs the main thread.
final class LiveTorch {
  private enum Lamp {
    case keyed([any Torch])
    case screen(LampWindow)
  }

  private let lamp: Lamp
  private let tone: SideTone?
  private let cancellation: Cancellation
  /// Applies changed settings to the remote light while it is in use.
  private let watch: FolderWatch?
  private let names: [String]
  /// The switching delays of each light.
  private let delays: [SwitchingDelays]

  /// Takes the light.
  ///
  /// - Parameters:
  ///   - torches: Any torches but videos. A screen cannot be combined with others.
  ///   - delays: Switching delays of the lights; with `nil` the measured delays are used.
  /// - Throws: A `TorchError`, or a ``Failure`` if there is no screen.
  init(
    _ torches: [TorchChoice], _ choices: LampChoices, _ settings: Settings, delays: SwitchingDelays? = nil
  ) throws {
    names = torches.map { "\($0)" }
    let measured = try MeasuredTorches.load().delays
    self.delays = names.map { delays ?? measured[$0] ?? .zero }
    tone = try choices.pitch.map { hertz throws(TorchError) in try SideTone(hertz: hertz) }
    let cancellation = try Cancellation()
    self.cancellation = cancellation
    Interruption.watch(waking: cancellation.descriptor, atStop: .end)
    guard torches != [.screen] else {
      watch = nil
      let light = try settings.light(brightness: choices.brightness, colour: choices.colour)
      do throws(GraphicsError) {
        lamp = .screen(try LampWindow(fillsScreen: choices.fillsScreen, light: light))
      } catch {
        throw Failure(.unavailable, "no screen: \(error)")
      }
      return
    }
    let taken = try torches.map { torch in
      try torch.take(settings, keys: try choices.remote.readKeys(), cancellation)
    }
    try Interruption.check()
    lamp = .keyed(taken)
    watch = zip(torches, taken).lazy.compactMap { $0.follow(settings, with: $1) }.first
    // A server disconnects a sender that sends nothing.
    for torch in taken { try torch.shine(false) }
  }

  /// The nearest timing that this light can keep. A difference above 1 % is reported.
  func timing(_ timing: Timing) -> Timing {
    guard case .screen(let window) = lamp else { return timing }
    let kept = timing.inWholeRefreshes(of: window.refreshRate)
    if abs(kept.unit / timing.unit - 1) > 0.01 {
      let refreshes = Int((kept.unit * window.refreshRate).rounded())
      say(
        """
        a dot is \(refreshes == 1 ? "a refresh" : "\(refreshes) refreshes") of the screen: \(milliseconds(kept.unit)), not \
        \(milliseconds(timing.unit)), as at \((1.2 / kept.unit).plain(decimals: 1)) words a minute
        """)
    }
    return kept
  }

  /// Sends a message, and reports how late its edges were.
  ///
  /// - Returns: The start of the light, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` if a signal ended the message early, a `TorchError`, or a ``Failure``.
  @discardableResult
  func send(_ keying: Keying) throws -> Double {
    defer {
      if let reason = tone?.failure {
        say("the tone broke off: \(reason); check the sound device")
      }
    }
    let lead = delays.map(\.longest).max() ?? 0
    let commands = try zip(names, delays).map { name, delays in
      guard let commands = keying.anticipating(delays, lead: lead) else {
        throw Failure(
          .usage,
          """
          \(name) is too slow for this speed: it goes on after \(milliseconds(delays.rise)) and off after \
          \(milliseconds(delays.fall)); send slower
          """)
      }
      return commands
    }
    return try BrokenPipe.interrupting {
      switch lamp {
      case .keyed(let torches):
        var parts = zip(commands, torches).map { (commands: $0, torch: $1) }
        if let tone { parts[0].torch = SoundingTorch(parts[0].torch, tone) }
        return try LiveSending(parts: parts).run(cancellation) + lead
      case .screen(let window):
        do {
          return try ScreenSending(keying: commands[0], lamp: window, tone: tone).run(cancellation) + lead
        } catch let error as GraphicsError {
          throw Failure(.unavailable, "the screen is lost: \(error)")
        }
      }
    }
  }

  /// Waits while the light is off.
  ///
  /// - Throws: ``Interrupted``.
  func waitDark(seconds: Double) throws {
    try cancellation.wait(atMost: seconds)
    try Interruption.check()
  }

  /// Whether the user has closed the lamp's window.
  var shouldClose: Bool {
    if case .screen(let window) = lamp { window.shouldClose } else { false }
  }

  /// Calls `work`, and then restores the state of the light, even if `work` fails. It is called once.
  ///
  /// - Throws: The error of `work`, else the error of restoring the light. If both fail, the second error is printed. It is not
  ///   printed if the light is gone, because then both errors have the same reason.
  func releaseAfter<Value>(_ work: () throws -> Value) throws -> Value {
    let done = Result(catching: work)
    let releaseResult = Result(catching: release)
    if case .failure(let failure) = done, case .failure(let second as TorchError) = releaseResult {
      switch failure as? TorchError {
      case second, .gone: break
      default: say(second.message)
      }
    }
    let value = try done.get()
    try releaseResult.get()
    return value
  }

  private func release() throws {
    defer { tone?.end() }
    guard case .keyed(let torches) = lamp else { return }
    // All are restored, even if one of them fails.
    for releaseResult in torches.map({ torch in Result { try torch.release() } }) { try releaseResult.get() }
  }
}
