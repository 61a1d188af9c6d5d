import Frames

/// Measures the luma of a frame on the CPU. It is the CPU reference of the GPU's luma pass, equal bit for bit.
///
/// The GPU is checked against this reference. The reference measures if there is no GPU or if the GPU fails. Sums are exact. The
/// luma of red, green and blue is rounded:
///
///     luma = floor((299 R + 587 G + 114 B + 500.5) / 1000)        (ITU-R BT.601-7, section 2.5.1)
///
/// The 0.5 added to the 500 changes no integer result. It keeps the floating-point division of the GPU half a step away from
/// every boundary.
public enum CPULuma {
  /// Measures every tile of `frame`. Allocates nothing while the picture keeps its size.
  ///
  /// - Parameter motion: Displaces the tiles. Tiles that are not wholly in the picture become dark.
  public static func measure(
    _ frame: borrowing Frame, movedBy motion: SceneMotion = .still, into grid: inout LumaGrid
  ) {
    grid.adopt(frame)
    grid.motion = motion
    let format = frame.format
    let stride = format.planes[0].stride
    frame.withPlane(0) { plane in
      switch format.pixelFormat.lumaLayout {
      case .plane: measure(LumaPlane.self, plane, stride, into: &grid)
      case .evenBytes: measure(LumaInEvenBytes.self, plane, stride, into: &grid)
      case .oddBytes: measure(LumaInOddBytes.self, plane, stride, into: &grid)
      case .rgb: measure(LumaOfRGB.self, plane, stride, into: &grid)
      case .bgr: measure(LumaOfBGR.self, plane, stride, into: &grid)
      }
    }
  }

  /// Writes the negative of the luma of `frame`, one byte per pixel, row by row. Black becomes the level just below the clip
  /// level, so that a dark background does not count as clipped.
  static func writeNegative(of frame: borrowing Frame, to pixels: UnsafeMutableRawBufferPointer) {
    let format = frame.format
    frame.withPlane(0) { plane in
      switch format.pixelFormat.lumaLayout {
      case .plane: writeNegative(LumaPlane.self, plane, format, to: pixels)
      case .evenBytes: writeNegative(LumaInEvenBytes.self, plane, format, to: pixels)
      case .oddBytes: writeNegative(LumaInOddBytes.self, plane, format, to: pixels)
      case .rgb: writeNegative(LumaOfRGB.self, plane, format, to: pixels)
      case .bgr: writeNegative(LumaOfBGR.self, plane, format, to: pixels)
      }
    }
  }

  private static func writeNegative<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat,
    to pixels: UnsafeMutableRawBufferPointer
  ) {
    let start = plane.baseAddress!
    let brightest = LumaGrid.clipLevel - 1
    for row in 0..<format.height {
      let line = start + row * format.planes[0].stride
      for x in 0..<format.width {
        pixels[row * format.width + x] = brightest - min(brightest, Pixels.luma(line, x))
      }
    }
  }

  /// - Parameter stride: Bytes from row to row of `plane`.
  private static func measure<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ stride: Int, into grid: inout LumaGrid
  ) {
    let start = plane.baseAddress!
    let (columns, rows, width, height) = (grid.columns, grid.rows, grid.width, grid.height)
    let wholeColumns = width / LumaGrid.tileSide
    let places = grid.places
    if places.columns.count < columns || places.rows.count < rows {
      for index in grid.tiles.indices { grid.tiles[index] = .dark }
    }
    grid.tiles.withUnsafeMutableBufferPointer { tiles in
      for tileRow in places.rows {
        let top = tileRow * LumaGrid.tileSide
        let lines = min(LumaGrid.tileSide, height - top)
        for column in places.columns {
          let displacement = places.displacement(column: column, row: tileRow)
          let x = column * LumaGrid.tileSide + displacement.x
          let corner = start + (top + displacement.y) * stride + x * Pixels.bytesPerPixel
          var tile = TileSum()
          if column < wholeColumns {
            for line in 0..<lines { tile.add(Pixels.load16(corner + line * stride)) }
          } else {
            let count = width - column * LumaGrid.tileSide
            for line in 0..<lines { tile.add(Pixels.loadFirst(count, corner + line * stride)) }
          }
          tiles[tileRow * columns + column] = tile.tile
        }
      }
    }
  }
}

/// Accumulates one tile, with a lane for each of its pixel columns.
///
/// A lane's sum is at most 16 x 255 = 4080 and its count of clipped pixels at most 16. The lanes are signed because SSE2
/// compares only signed integers.
private struct TileSum {
  private var sum = SIMD16<Int16>.zero
  private var maximum = SIMD16<Int16>.zero
  private var clipped = SIMD16<Int16>.zero

  /// - Parameter luma: 0...255 per lane. Lanes outside the picture are zero and change nothing.
  @inline(__always)
  mutating func add(_ luma: SIMD16<Int16>) {
    sum &+= luma
    // The differences are compared by their sign: an arithmetic shift spreads the sign over the lane.
    let step = luma &- maximum
    maximum &+= step & ~(step &>> 15)
    clipped &-= (Int16(LumaGrid.clipLevel) - 1 &- luma) &>> 15
  }

  @inline(__always)
  var tile: LumaGrid.Tile {
    LumaGrid.Tile(
      // 16 x 4080 = 65 280 needs the sixteenth bit.
      sum: unsafeBitCast(sum, to: SIMD16<UInt16>.self).wrappedSum(), maximum: UInt8(maximum.max()),
      clipped: UInt8(min(255, clipped.wrappedSum())))
  }
}
