/// A colour in sRGB, not premultiplied.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From `0xRRGGBB`.
  public init(_ hex: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex), alpha: alpha)
  }

  public static let white = Color(0xFFFFFF)
  public static let black = Color(0x000000)
  public static let clear = Color(0x000000, alpha: 0)

  /// The same colour with its alpha times `opacity`, 0...1.
  public func opacity(_ opacity: Double) -> Color {
    var faded = self
    faded.alpha = UInt8((Double(alpha) * min(max(opacity, 0), 1)).rounded())
    return faded
  }

  /// This colour moved `amount` (0...1) of the way to `other`, channel by channel in sRGB.
  public func mixed(with other: Color, _ amount: Double) -> Color {
    let amount = min(max(amount, 0), 1)
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * amount).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}
