import CPango
import Localization

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

  /// Calls `body` with a Cairo surface that shares the pixels.
  mutating func withSurface(_ body: (OpaquePointer?) -> cairo_status_t) throws(TypesettingError) {
    let (columns, rows) = (Int32(width), Int32(height))
    let status = pixels.withUnsafeMutableBytes { pixels in
      // With 4 bytes per pixel, Cairo needs no padding: the stride is the length of a row.
      let surface = cairo_image_surface_create_for_data(
        pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, columns, rows,
        columns * 4)
      defer { cairo_surface_destroy(surface) }
      return body(surface)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .cairo(reason: LocalizedText(system: String(cString: cairo_status_to_string(status))))
    }
  }
}
