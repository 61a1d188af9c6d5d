/// The brightness of the three lamps of a remote light: bass, middle and treble, as in a light organ.
///
/// In the protocol, a state is these three bytes in this order. States follow one another without a separator.
public struct LightLevels: Sendable, Equatable {
  /// 0 is dark, 255 is full brightness.
  public var bass: UInt8
  public var middle: UInt8
  public var treble: UInt8

  public static let dark = LightLevels(0, 0, 0)
  public static let bright = LightLevels(255, 255, 255)

  /// Bytes of a state in the protocol.
  static let byteCount = 3

  public init(_ bass: UInt8, _ middle: UInt8, _ treble: UInt8) {
    (self.bass, self.middle, self.treble) = (bass, middle, treble)
  }

  /// The nearest state to levels of 0 to 1. Levels outside this range are clamped.
  public init(bass: Double, middle: Double, treble: Double) {
    // The comparison makes not-a-number dark.
    func byte(_ level: Double) -> UInt8 { level > 0 ? UInt8((255 * min(level, 1)).rounded()) : 0 }
    self.init(byte(bass), byte(middle), byte(treble))
  }

  /// The bytes in the protocol.
  public var bytes: [UInt8] { [bass, middle, treble] }

  /// The level for a single lamp.
  public var brightest: UInt8 { max(bass, middle, treble) }
}
