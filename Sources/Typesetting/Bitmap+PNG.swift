import CPango
import Glibc
import Localization

extension Bitmap {
  /// The bytes of a PNG file of the picture.
  public func png() throws(TypesettingError) -> [UInt8] {
    // The smallest PNG picture is 1 x 1 (RFC 2083, 4.1.1).
    guard width > 0, height > 0 else { throw .cairo(reason: "the picture has no pixels") }
    var source = self
    var file: [UInt8] = []
    try source.withSurface { surface in
      withUnsafeMutablePointer(to: &file) { file in
        cairo_surface_write_to_png_stream(
          surface,
          { closure, bytes, count in
            let file = closure!.assumingMemoryBound(to: [UInt8].self)
            file.pointee.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
            return CAIRO_STATUS_SUCCESS
          }, file)
      }
    }
    return file
  }

  /// Writes the picture as a PNG file, and replaces an existing file.
  public func writePNG(to path: String) throws(TypesettingError) {
    let bytes = try png()
    guard let file = fopen(path, "wb") else {
      throw .cannotWrite(path: path, reason: LocalizedText(errno: errno))
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    let writeError = errno
    // A full disk may be reported only when the buffer is flushed.
    let closed = fclose(file) == 0
    guard written == bytes.count, closed else {
      let reason = written == bytes.count ? errno : writeError
      throw .cannotWrite(path: path, reason: LocalizedText(errno: reason))
    }
  }
}
