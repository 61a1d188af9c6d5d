import Frames

/// The largest background level of the 3 x 3 pixels around each pixel.
///
/// A moved picture is aligned by whole pixels, so it is up to half a pixel off. At an edge of the scene, a pixel may then show
/// what its neighbour showed before. A pixel that is brighter than the background of all nine has gained light.
struct WidenedLevels {
  /// Whether the background levels have changed.
  var isDue = true
  private var stride = 0
  /// One byte per pixel, row by row, with a border of one row above and below and of sixteen bytes to the left and right.
  private var bytes: [UInt8] = []
  /// The largest levels of each pixel and the pixels above and below it.
  private var verticalMaxima: [UInt8] = []
  private static let border = LumaGrid.tileSide

  /// Computes the maxima anew if the levels have changed.
  ///
  /// - Parameter levels: Tile by tile, and in a tile row by row, in the order of the format's lanes; 0 beyond the picture.
  mutating func update<Pixels: PixelRow>(
    _ levels: [SIMD16<Int16>], _: Pixels.Type, columns: Int, rows: Int
  ) {
    guard isDue else { return }
    isDue = false
    let side = LumaGrid.tileSide
    let lines = rows * side
    stride = columns * side + 2 * Self.border
    let count = (lines + 2) * stride
    if bytes.count != count {
      bytes = Array(repeating: 0, count: count)
      verticalMaxima = bytes
    }
    let stride = stride
    levels.withUnsafeBufferPointer { levels in
      bytes.withUnsafeMutableBytes { bytes in
        for row in 0..<rows {
          for column in 0..<columns {
            let first = (row * columns + column) * side
            for line in 0..<side {
              let place = (row * side + line + 1) * stride + Self.border + column * side
              bytes.storeBytes(
                of: Pixels.bytes(levels[first + line]), toByteOffset: place, as: SIMD16<UInt8>.self)
            }
          }
        }
        verticalMaxima.withUnsafeMutableBytes { maxima in
          func load(_ bytes: UnsafeMutableRawBufferPointer, _ place: Int) -> SIMD16<UInt8> {
            bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
          }
          for line in 1...lines {
            for place in Swift.stride(from: line * stride, to: (line + 1) * stride, by: side) {
              let most = pointwiseMax(
                load(bytes, place), pointwiseMax(load(bytes, place - stride), load(bytes, place + stride)))
              maxima.storeBytes(of: most, toByteOffset: place, as: SIMD16<UInt8>.self)
            }
          }
          for line in 1...lines {
            let start = line * stride + Self.border
            for place in Swift.stride(from: start, to: start + columns * side, by: side) {
              let most = pointwiseMax(
                load(maxima, place), pointwiseMax(load(maxima, place - 1), load(maxima, place + 1)))
              bytes.storeBytes(of: most, toByteOffset: place, as: SIMD16<UInt8>.self)
            }
          }
        }
      }
    }
  }

  /// Sixteen of the maxima, in the order of the format's lanes.
  @inline(__always)
  func lanes<Pixels: PixelRow>(_: Pixels.Type, column: Int, line: Int) -> SIMD16<Int16> {
    bytes.withUnsafeBytes {
      Pixels.inLaneOrder($0.baseAddress! + (line + 1) * stride + Self.border + column * LumaGrid.tileSide)
    }
  }
}

extension PixelRow {
  /// The levels in `lanes` as bytes, in the order of the pixels.
  fileprivate static func bytes(_ lanes: SIMD16<Int16>) -> SIMD16<UInt8> {
    var bytes = SIMD16<UInt8>.zero
    for x in 0..<16 { bytes[x] = UInt8(truncatingIfNeeded: lanes[lane(x)]) }
    return bytes
  }
}
