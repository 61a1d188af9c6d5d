import CPango
import Typesetting

/// Means over squares of pixels, about a hundred squares per row. Goldens are compared by thumbnails, because the edges of
/// letters differ a little between drivers and font engines.
struct Thumbnail {
  private(set) var bitmap: Bitmap

  /// Differences of channel values, 0...255.
  struct Difference: Equatable {
    var mean: Double
    var largest: Double
    /// Whether the difference may come from the edges of letters; different letters differ more.
    var isSlight: Bool { mean < 0.5 && largest < 32 }
  }

  init(_ picture: Bitmap) {
    let side = max(1, picture.width / 100)
    let (width, height) = (picture.width / side, picture.height / side)
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    var source = picture.pixels
    source.withUnsafeMutableBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { pixels in
        let from = cairo_image_surface_create_for_data(
          source.baseAddress, CAIRO_FORMAT_RGB24, Int32(picture.width), Int32(picture.height),
          Int32(picture.width * 4))
        let to = cairo_image_surface_create_for_data(
          pixels.baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
        let cairo = cairo_create(to)
        cairo_scale(cairo, 1 / Double(side), 1 / Double(side))
        cairo_set_source_surface(cairo, from, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
        cairo_paint(cairo)
        cairo_destroy(cairo)
        cairo_surface_destroy(to)
        cairo_surface_destroy(from)
      }
    }
    bitmap = Bitmap(width: width, height: height, pixels: pixels)
  }

  /// Reads a golden.
  init?(png path: String) {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let (width, height) = (
      Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
    )
    let stride = Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt8] = []
    for y in 0..<height { pixels += UnsafeBufferPointer(start: bytes + y * stride, count: width * 4) }
    bitmap = Bitmap(width: width, height: height, pixels: pixels)
  }

  func difference(from other: Thumbnail) -> Difference? {
    guard bitmap.width == other.bitmap.width, bitmap.height == other.bitmap.height else { return nil }
    let differences = zip(bitmap.pixels, other.bitmap.pixels).map { abs(Int($0) - Int($1)) }
    return Difference(
      mean: Double(differences.reduce(0, +)) / Double(max(1, differences.count)),
      largest: Double(differences.max() ?? 0))
  }
}
