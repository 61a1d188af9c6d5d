import Glibc
import Graphics
import Interface
import Monitor
import Morse
import Shaders
import Torch

/// A torch in this program's hands, for one message or several.
///
/// Lives on the thread that took it, which for lamps on the screen is the main one.
final class LiveTorch {
  private enum Lamp {
    case keyed(any Torch)
    case screen(LampWindow)
  }

  private let lamp: Lamp
  private let cancellation: Cancellation
  /// Follows the settings of the remote light while it is in use.
  private let watch: FolderWatch?
  private let name: String
  /// What the light is late by.
  private let delays: SwitchingDelays

  /// Takes the light.
  ///
  /// - Parameters:
  ///   - choice: Any but a film.
  ///   - delays: What the light is late by; `nil` for what was measured of it.
  /// - Throws: A `TorchError`, or a ``Failure`` where there is no screen.
  init(
    _ choice: TorchChoice, _ options: LampOptions, _ settings: Settings, delays: SwitchingDelays? = nil
  ) throws {
    name = "\(choice)"
    self.delays = try delays ?? MeasuredTorches.load().delays[name] ?? .zero
    cancellation = try Cancellation()
    Interruption.watch(rousing: cancellation.descriptor)
    var watch: FolderWatch?
    switch choice {
    case .screen:
      do throws(GraphicsError) {
        lamp = .screen(try LampWindow(fillsScreen: options.fullscreen))
      } catch {
        throw Failure(.unavailable, "no screen to shine on: \(error)")
      }
    case .led(let name): lamp = .keyed(try LEDTorch(name, in: LEDFolder.path))
    case .remote(let address):
      let light = RemoteLightSettings(address, keys: try options.remote.readKeys())
      lamp = .keyed(try RemoteTorch(light, tell: RemoteLightOptions.tell(of: "\(address)")))
    case .usualRemote:
      let torch = try RemoteTorch(
        settings.remoteLight(), tell: RemoteLightOptions.tell(of: "the remote light"))
      watch = settings.watched { torch.adopt($0) }
      lamp = .keyed(torch)
    case .video, .null: lamp = .keyed(NullTorch())
    }
    self.watch = watch
    // A server takes a sender that says nothing for one that has gone.
    if case .keyed(let torch) = lamp { try torch.shine(false) }
  }

  /// The nearest timing that this light can keep.
  func timing(_ timing: Timing) -> Timing {
    switch lamp {
    case .keyed: timing
    case .screen(let window): timing.inWholeRefreshes(of: window.refreshRate)
    }
  }

  /// Sends a message, and says how exactly.
  ///
  /// - Returns: When it began, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` when a signal ended it early, a `TorchError`, or a ``Failure``.
  @discardableResult
  func send(_ keying: Keying) throws -> Double {
    guard let commands = keying.anticipating(delays) else {
      throw Failure(
        .usage,
        "\(name) is too slow for this speed: it goes on after \(delays.rise.plain) s and off after \(delays.fall.plain) s; send slower"
      )
    }
    switch lamp {
    case .keyed(let torch):
      return try LiveSending(keying: commands, torch: torch).run(cancellation)
    case .screen(let window):
      do {
        return try ScreenSending(keying: commands, lamp: window).run(cancellation)
      } catch let error as GraphicsError {
        throw Failure(.unavailable, "the screen shines no more: \(error)")
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

  /// Gives the light back as it was found. Called once.
  func release() throws(TorchError) {
    if case .keyed(let torch) = lamp { try torch.release() }
  }
}

extension RemoteTorch {
  /// Goes over to other settings.
  fileprivate func adopt(_ settings: Settings) {
    do throws(TorchError) {
      self.settings = try settings.remoteLight()
    } catch {
      say(error.message)
    }
  }
}
