/// Pixels in memory: blue, green, red and alpha, one byte each, premultiplied; rows from the top, without padding.
///
/// This is Cairo's ARGB32 on a little-endian machine.
public struct Bitmap: Sendable, Equatable {
  public let width: Int
  public let height: Int
  /// `width * height * 4` bytes.
  public private(set) var pixels: [UInt8]

  /// Transparent pixels.
  public init(width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// - Parameter pixels: `width * height * 4` bytes in the order above.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height * 4)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The premultiplied colour of a pixel, counted from the top left.
  public subscript(x: Int, y: Int) -> Color {
    let at = (y * width + x) * 4
    return Color(red: pixels[at + 2], green: pixels[at + 1], blue: pixels[at], alpha: pixels[at + 3])
  }

  mutating func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    pixels.withUnsafeMutableBytes { body($0) }
  }
}
