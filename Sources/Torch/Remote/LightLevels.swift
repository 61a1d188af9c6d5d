/// How bright the three lamps of a remote light shine: bass, middle and treble, as a light organ has them.
///
/// On the wire a state is these three bytes in this order; states follow one another with nothing between them.
public struct LightLevels: Sendable, Equatable {
  /// 0 is dark, 255 as bright as can be.
  public var bass: UInt8
  public var middle: UInt8
  public var treble: UInt8

  public static let dark = LightLevels(0, 0, 0)
  public static let bright = LightLevels(255, 255, 255)

  /// Bytes of a state on the wire.
  static let byteCount = 3

  public init(_ bass: UInt8, _ middle: UInt8, _ treble: UInt8) {
    (self.bass, self.middle, self.treble) = (bass, middle, treble)
  }

  /// The nearest state to levels of 0 to 1; what is beyond is cut off.
  public init(bass: Double, middle: Double, treble: Double) {
    // Written so that what is not a number is dark.
    func byte(_ level: Double) -> UInt8 { level > 0 ? UInt8((255 * min(level, 1)).rounded()) : 0 }
    self.init(byte(bass), byte(middle), byte(treble))
  }

  /// As they are on the wire.
  public var bytes: [UInt8] { [bass, middle, treble] }

  /// What a single lamp shows of it.
  public var brightest: UInt8 { max(bass, middle, treble) }
}
