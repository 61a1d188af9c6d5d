import Frames
import Registration

/// Finds the place of each frame in its scene, from the luma of its pixels.
struct FrameRegistration {
  private var registration = SceneRegistration()
  private var cells = CellPicture(width: 0, height: 0)
  private var size = (width: 0, height: 0)

  /// The place of the next frame.
  mutating func motion(of frame: borrowing Frame) -> SceneMotion {
    let format = frame.format
    if size != (format.width, format.height) {
      size = (format.width, format.height)
      cells = CellPicture(width: format.width, height: format.height)
    }
    let stride = format.planes[0].stride
    frame.withPlane(0) { plane in
      switch format.pixelFormat.lumaLayout {
      case .plane: cells.read(LumaPlane.self, plane, stride)
      case .evenBytes: cells.read(LumaInEvenBytes.self, plane, stride)
      case .oddBytes: cells.read(LumaInOddBytes.self, plane, stride)
      case .rgb: cells.read(LumaOfRGB.self, plane, stride)
      case .bgr: cells.read(LumaOfBGR.self, plane, stride)
      }
    }
    return registration.take(cells, at: frame.timestamp.seconds)
  }
}

extension CellPicture {
  /// - Parameter stride: Bytes from row to row of `plane`.
  fileprivate mutating func read<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ stride: Int
  ) {
    guard let start = plane.baseAddress else { return }
    let (columns, rows) = (columns, rows)
    // Sixteen pixels are loaded at once: four cells.
    let groups = columns / 4
    sums.withUnsafeMutableBufferPointer { sums in
      for row in 0..<rows {
        let first = start + Self.side * row * stride
        let lines = (first + Self.rowsRead[0] * stride, first + Self.rowsRead[1] * stride)
        let out = sums.baseAddress! + row * columns
        for group in 0..<groups {
          let place = 4 * group * Self.side * Pixels.bytesPerPixel
          let pairs = Pixels.pairSums(Pixels.load16(lines.0 + place) &+ Pixels.load16(lines.1 + place))
          let cells = pairs.evenHalf &+ pairs.oddHalf
          UnsafeMutableRawPointer(out + 4 * group).storeBytes(of: cells, as: SIMD4<Int16>.self)
        }
        for column in 4 * groups..<columns {
          var sum: Int16 = 0
          for x in Self.side * column..<Self.side * (column + 1) {
            sum += Int16(Pixels.luma(lines.0, x)) + Int16(Pixels.luma(lines.1, x))
          }
          out[column] = sum
        }
      }
    }
  }
}
