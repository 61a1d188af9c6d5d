import Frames

/// Makes negatives of frames. In a negative, a lamp that is lit at rest and dark for dots and dashes is dark at rest.
final class NegativePicture: FrameLender {
  private let format: FrameFormat
  // Written only while no frame is lent.
  nonisolated(unsafe) private let pixels: UnsafeMutableRawBufferPointer

  /// - Parameter format: The layout of the frames.
  init(of format: FrameFormat) {
    self.format = FrameFormat(.grey, width: format.width, height: format.height, range: format.range)
    pixels = .allocate(byteCount: self.format.byteCount, alignment: 16)
  }

  deinit { pixels.deallocate() }

  func matches(_ format: FrameFormat) -> Bool {
    (format.width, format.height, format.range) == (self.format.width, self.format.height, self.format.range)
  }

  /// The negative of the luma of `frame`. It must end before the next one is made.
  func negative(of frame: borrowing Frame) -> Frame {
    let stride = frame.format.planes[0].stride
    frame.withPlane(0) { plane in
      switch frame.format.pixelFormat.lumaLayout {
      case .plane: paint(LumaPlane.self, plane, stride)
      case .evenBytes: paint(LumaInEvenBytes.self, plane, stride)
      case .oddBytes: paint(LumaInOddBytes.self, plane, stride)
      case .rgb: paint(LumaOfRGB.self, plane, stride)
      case .bgr: paint(LumaOfBGR.self, plane, stride)
      }
    }
    return Frame(
      format: format, timestamp: frame.timestamp, sequence: frame.sequence, exposure: frame.exposure,
      bytes: UnsafeRawBufferPointer(pixels), lender: self, index: 0)
  }

  /// - Parameter stride: Bytes from row to row of `plane`.
  private func paint<Pixels: PixelRow>(_: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ stride: Int) {
    guard let start = plane.baseAddress else { return }
    // Black is below the level that counts as clipped: a dark background is not a glaring one.
    let white = LumaGrid.clipLevel - 1
    for row in 0..<format.height {
      let line = start + row * stride
      for x in 0..<format.width {
        pixels[row * format.width + x] = white - min(white, Pixels.luma(line, x))
      }
    }
  }

  func takeBack(_ index: Int) {}
}
