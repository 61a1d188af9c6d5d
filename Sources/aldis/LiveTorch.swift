import Glibc
import Graphics
import Interface
import Monitor
import Morse
import Shaders
import Torch

/// A torch in this program's hands, or several that shine together, for one message or more.
///
/// Lives on the thread that took it, which for lamps on the screen is the main one.
final class LiveTorch {
  private enum Lamp {
    case keyed([any Torch])
    case screen(LampWindow)
  }

  private let lamp: Lamp
  private let tone: SideTone?
  private let cancellation: Cancellation
  /// Follows the settings of the remote light while it is in use.
  private let watch: FolderWatch?
  private let names: [String]
  /// What each light is late by.
  private let delays: [SwitchingDelays]

  /// Takes the light.
  ///
  /// - Parameters:
  ///   - choices: Any but films; a screen is alone.
  ///   - delays: What the light is late by; `nil` for what was measured of it.
  /// - Throws: A `TorchError`, or a ``Failure`` where there is no screen.
  init(
    _ choices: [TorchChoice], _ options: LampOptions, _ settings: Settings, delays: SwitchingDelays? = nil
  ) throws {
    names = choices.map { "\($0)" }
    let measured = try MeasuredTorches.load().delays
    self.delays = names.map { delays ?? measured[$0] ?? .zero }
    tone = try options.pitch.map { hertz throws(TorchError) in try SideTone(hertz: hertz) }
    let cancellation = try Cancellation()
    self.cancellation = cancellation
    Interruption.watch(rousing: cancellation.descriptor, atStop: .end)
    guard choices != [.screen] else {
      watch = nil
      let light = try options.light(settings)
      do throws(GraphicsError) {
        lamp = .screen(try LampWindow(fillsScreen: options.fullscreen, light: light))
      } catch {
        throw Failure(.unavailable, "no screen: \(error)")
      }
      return
    }
    let torches = try choices.map { choice in
      try choice.take(settings, keys: try options.remote.readKeys(), cancellation)
    }
    try Interruption.check()
    lamp = .keyed(torches)
    watch = zip(choices, torches).lazy.compactMap { $0.follow(settings, with: $1) }.first
    // A server takes a sender that says nothing for one that has gone.
    for torch in torches { try torch.shine(false) }
  }

  /// The nearest timing that this light can keep, which is said where it is another.
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

  /// Sends a message, and says how exactly.
  ///
  /// - Returns: When its light began, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` when a signal ended it early, a `TorchError`, or a ``Failure``.
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
    return try OutputReader.watched {
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

  /// Stays dark for so long.
  ///
  /// - Throws: ``Interrupted``.
  func rest(seconds: Double) throws {
    try cancellation.wait(atMost: seconds)
    try Interruption.check()
  }

  /// Whether the user has closed the window that the lamp is in.
  var isToEnd: Bool {
    if case .screen(let window) = lamp { window.isToEnd } else { false }
  }

  /// Does `work` with the light and then gives it back as it was found, whatever became of the work. Called once.
  ///
  /// - Throws: What `work` throws; what keeps the light from being given back only where the work was done, otherwise it is said:
  ///   but a light that has gone cannot be given back either.
  func whileTaken<Value>(_ work: () throws -> Value) throws -> Value {
    let done = Result(catching: work)
    let givenBack = Result(catching: release)
    if case .failure(let failure) = done, case .failure(let second as TorchError) = givenBack {
      switch failure as? TorchError {
      case second, .gone: break
      default: say(second.message)
      }
    }
    let value = try done.get()
    try givenBack.get()
    return value
  }

  private func release() throws {
    defer { tone?.end() }
    guard case .keyed(let torches) = lamp else { return }
    // One that cannot be given back must not keep the others.
    for released in torches.map({ torch in Result { try torch.release() } }) { try released.get() }
  }
}
