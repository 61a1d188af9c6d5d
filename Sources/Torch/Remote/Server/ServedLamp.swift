import Synchronization

/// What a ``LightServer`` switches for its clients.
public protocol ServedLamp: Sendable {
  /// Shows `levels`, which are others than before; a lamp begins dark. Called on a thread of the network, which it must not
  /// hold up.
  func show(_ levels: LightLevels) throws(TorchError)
}

/// LEDs of this machine that are switched for others: one, which shows the brightest of the levels, or three for bass, middle and
/// treble.
public struct ServedLEDs: ServedLamp {
  private let leds: [LEDTorch]

  /// How many LEDs can be served together.
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

  /// Gives the LEDs back as they were found.
  public func release() throws(TorchError) {
    for led in leds { try led.release() }
  }
}
