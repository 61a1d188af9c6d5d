import CGLES

/// Pixels read back from the GPU: red, green, blue and alpha, one byte each, the top row first, without padding.
public struct Picture: Equatable, Sendable {
  public let width: Int
  public let height: Int
  public private(set) var pixels: [UInt8]

  /// - Parameter bottomUp: Rows in the order of OpenGL ES, the bottom row first.
  init(width: Int, height: Int, bottomUp: [UInt8]) {
    self.width = width
    self.height = height
    pixels = []
    pixels.reserveCapacity(bottomUp.count)
    for row in (0..<height).reversed() {
      pixels += bottomUp[row * width * 4..<(row + 1) * width * 4]
    }
  }

  /// The pixel in column `x` and row `y` from the top left.
  public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    let index = (y * width + x) * 4
    return SIMD4(pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3])
  }
}

extension Context {
  /// Reads the bound framebuffer from its lower left corner.
  ///
  /// RGBA bytes are the one format that every OpenGL ES 2.0 driver must support (section 4.3.1).
  func readPixels(width: Int, height: Int, into bytes: UnsafeMutableRawBufferPointer) {
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    glReadPixels(
      0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
  }

  func boundPicture(width: Int, height: Int) -> Picture {
    let count = width * height * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: 0)
      readPixels(width: width, height: height, into: UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
    return Picture(width: width, height: height, bottomUp: pixels)
  }
}
