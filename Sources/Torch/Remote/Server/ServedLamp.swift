import Synchronization

/// The lamp that a ``LightServer`` switches for its clients.
public protocol ServedLamp: Sendable {
  /// Shows `levels`, which differ from the last ones; at first a lamp is dark. Called on a thread of the network, which it must
  /// not block.
  func show(_ levels: LightLevels) throws(TorchError)
}

/// LEDs of this machine for the clients of a server: one for the brightest of the levels, or three for bass, middle and treble.
public struct ServedLEDs: ServedLamp {
  private let leds: [LEDTorch]

  /// The possible numbers of LEDs.
  public static let possibleCounts = [1, 3]

  /// - Parameter leds: One or three.
  public init(_ leds: [LEDTorch]) {
    precondition(Self.possibleCounts.contains(leds.count))
    self.leds = leds
  }

  public func show(_ levels: LightLevels) throws(TorchError) {
    let each = leds.count == 1 ? [levels.brightest] : levels.bytes
    for (led, level) in zip(leds, each) { try led.shine(level: level) }
  }

  /// Restores the LEDs.
  public func release() throws(TorchError) {
    for led in leds { try led.release() }
  }
}
