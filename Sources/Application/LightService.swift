import Graphics
import Interface
import Torch

/// Lets other programs switch a lamp of this machine over the network.
package struct LightService {
  package enum Lamp {
    /// LEDs of /sys/class/leds: one, or three for bass, middle and treble.
    case leds([String])
    case window
    /// No lamp; each change is printed.
    case log
  }

  package var address: LightAddress
  package var lamp: Lamp
  /// Seconds after which a client that sends nothing is disconnected.
  package var silence = 5.0
  /// The folder of the lamp's keys.
  package var keys: String?
  /// Whether any machine can connect without keys and without encryption.
  package var isOpen = false

  package init(address: LightAddress, lamp: Lamp) {
    self.address = address
    self.lamp = lamp
  }

  package func run() throws {
    do {
      let end = try Cancellation()
      Interruption.watch(waking: end.descriptor, atStop: .end)
      switch lamp {
      case .window: try serveWindow(until: end)
      case .log:
        let lamp = LoggedLamp(end: end)
        try serve(lamp, until: end)
        try lamp.finish()
      case .leds(let names):
        let lamp = ServedLEDs(
          try names.map { name throws(TorchError) in try LEDTorch(name, in: LEDFolder.path) })
        let servingResult = Result { try serve(lamp, until: end) }
        let releaseResult = Result { try lamp.release() }
        // If the LED is gone, both fail. The first error is more specific.
        try servingResult.get()
        try releaseResult.get()
      }
    } catch let error as GraphicsError {
      throw Failure(.unavailable, "no screen: \(error)")
    }
  }

  private func serve(_ lamp: some ServedLamp, until end: Cancellation) throws {
    try server(of: lamp, end).serve()
  }

  private func serveWindow(until end: Cancellation) throws {
    let window = try LampWindow(fillsScreen: false)
    let lamp = ServedWindowLamp(window.waker)
    let server = try server(of: lamp, end)
    repeat {
      try window.show(lamp.levels.bytes)
    } while !Interruption.isRequested && !window.shouldClose(within: 0.1)
    server.close()
  }

  private func server(of lamp: some ServedLamp, _ end: Cancellation) throws -> LightServer {
    let server = try LightServer(
      lamp, on: address, access: access(), silence: silence, reportRefusal: Self.report, end: end)
    if isOpen {
      say("warning: nothing is encrypted; any machine that reaches this lamp can switch it and read along")
    }
    say("listening on \(server.address.hostAndPort)")
    return server
  }

  private static func report(_ foreign: ForeignProtocol, _ address: String) {
    switch foreign {
    case .http: say("sent away \(address): it speaks HTTP, as a browser does, and sends no levels")
    case .tls: say("sent away \(address): it speaks TLS, and this server does not; give it --keys")
    }
  }

  private func access() throws(TorchError) -> LightServer.Access {
    if let keys { return .holders(of: try LightKeys(folder: keys, for: .lamp)) }
    return isOpen ? .anyone : .thisMachine
  }
}
