import Frames

/// Computes the background of each pixel and the background difference of each tile on the CPU. It is the CPU reference of
/// ``GPUBackground``, equal bit for bit.
///
/// Values are stored tile by tile, and in a tile row by row, in the lane order of ``PixelRow``. A pixel always has the same
/// lane.
public struct PixelBackground {
  private typealias Lanes = SIMD16<UInt16>

  private var plan = BackgroundPlan()
  private var format: FrameFormat?
  /// The background in 1/256 of a level.
  private var values: [SIMD16<UInt16>] = []
  /// ``values``, rounded to levels.
  private var levels: [SIMD16<Int16>] = []
  /// The largest level around each pixel, for a scene that has moved.
  private var widened = WidenedLevels()

  public init() {}

  /// For frames of one format. The caller chooses the step of each frame: see ``apply(_:_:movedBy:)``.
  init(_ format: FrameFormat) { prepare(for: format) }

  private mutating func prepare(for format: FrameFormat) {
    self.format = format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    values = Array(repeating: .zero, count: columns * rows * LumaGrid.tileSide)
    levels = Array(repeating: .zero, count: values.count)
    widened = WidenedLevels()
    plan = BackgroundPlan()
  }

  /// Discards the background and averages a new one.
  public mutating func recalibrate() { plan.recalibrate() }

  /// Measures the background differences of `frame`, then updates the background with it.
  ///
  /// - Parameter grid: The grid of this frame, with its tiles measured.
  public mutating func measure(_ frame: borrowing Frame, into grid: inout LumaGrid) {
    if format != frame.format { prepare(for: frame.format) }
    let motion = grid.motion
    plan.beginFrame(at: frame.timestamp, motion)
    grid.averagedFrames = plan.averaged
    grid.backgroundDifferences = plan.isCalibrated ? grid.backgroundDifferences ?? [] : nil
    if plan.isCalibrated {
      measureDifferences(of: frame, movedBy: motion, into: &grid.backgroundDifferences!)
    }
    apply(plan.step(at: frame.timestamp), frame, movedBy: motion)
    plan.take(grid)
  }

  mutating func measureDifferences(
    of frame: borrowing Frame, movedBy motion: SceneMotion, into differences: inout [UInt8]
  ) {
    let format = frame.format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    if differences.count != columns * rows { differences = Array(repeating: 0, count: columns * rows) }
    frame.withPlane(0) { plane in
      switch format.pixelFormat.lumaLayout {
      case .plane: measureDifferences(LumaPlane.self, plane, format, columns, rows, motion, &differences)
      case .evenBytes:
        measureDifferences(LumaInEvenBytes.self, plane, format, columns, rows, motion, &differences)
      case .oddBytes:
        measureDifferences(LumaInOddBytes.self, plane, format, columns, rows, motion, &differences)
      case .rgb: measureDifferences(LumaOfRGB.self, plane, format, columns, rows, motion, &differences)
      case .bgr: measureDifferences(LumaOfBGR.self, plane, format, columns, rows, motion, &differences)
      }
    }
  }

  private mutating func measureDifferences<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat, _ columns: Int, _ rows: Int,
    _ motion: SceneMotion, _ differences: inout [UInt8]
  ) {
    let stride = format.planes[0].stride
    if motion.hasMoved {
      widened.update(levels, Pixels.self, columns: columns, rows: rows)
      let places = TilePlaces(motion, width: format.width, height: format.height)
      for tile in differences.indices { differences[tile] = 0 }
      for row in places.rows {
        for column in places.columns {
          let displacement = places.displacement(column: column, row: row)
          let corner =
            Self.corner(Pixels.self, plane, format, column, row) + displacement.y * stride
            + displacement.x * Pixels.bytesPerPixel
          let count = format.width - column * LumaGrid.tileSide
          var largest = SIMD16<Int16>.zero
          for line in 0..<Self.lines(row, format) {
            let luma = Self.luma(Pixels.self, corner + line * stride, count)
            let difference =
              luma &- widened.lanes(Pixels.self, column: column, line: row * LumaGrid.tileSide + line)
            let step = difference &- largest
            largest &+= step & ~(step &>> 15)
          }
          differences[row * columns + column] = UInt8(truncatingIfNeeded: largest.max())
        }
      }
      return
    }
    differences.withUnsafeMutableBufferPointer { differences in
      levels.withUnsafeBufferPointer { levels in
        for row in 0..<rows {
          let lines = Self.lines(row, format)
          for column in 0..<columns {
            let tile = row * columns + column
            let corner = Self.corner(Pixels.self, plane, format, column, row)
            let count = format.width - column * LumaGrid.tileSide
            var largest = SIMD16<Int16>.zero
            for line in 0..<lines {
              let luma = Self.luma(Pixels.self, corner + line * stride, count)
              let difference = luma &- levels[tile * LumaGrid.tileSide + line]
              // A maximum by the sign of the difference, as in `TileSum`.
              let step = difference &- largest
              largest &+= step & ~(step &>> 15)
            }
            differences[tile] = UInt8(truncatingIfNeeded: largest.max())
          }
        }
      }
    }
  }

  /// Updates the background.
  mutating func apply(
    _ step: BackgroundPlan.Step, _ frame: borrowing Frame, movedBy motion: SceneMotion
  ) {
    if step == .keep { return }
    widened.isDue = true
    let format = frame.format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    frame.withPlane(0) { plane in
      switch format.pixelFormat.lumaLayout {
      case .plane: apply(step, LumaPlane.self, plane, format, columns, rows, motion)
      case .evenBytes: apply(step, LumaInEvenBytes.self, plane, format, columns, rows, motion)
      case .oddBytes: apply(step, LumaInOddBytes.self, plane, format, columns, rows, motion)
      case .rgb: apply(step, LumaOfRGB.self, plane, format, columns, rows, motion)
      case .bgr: apply(step, LumaOfBGR.self, plane, format, columns, rows, motion)
      }
    }
  }

  private mutating func apply<Pixels: PixelRow>(
    _ step: BackgroundPlan.Step, _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat,
    _ columns: Int, _ rows: Int, _ motion: SceneMotion
  ) {
    let share = UInt16(BackgroundPlan.share)
    let (down, up) = (
      Lanes(repeating: UInt16(BackgroundPlan.largestStepDown)),
      Lanes(repeating: UInt16(BackgroundPlan.largestStepUp))
    )
    let stride = format.planes[0].stride
    let places = TilePlaces(motion, width: format.width, height: format.height)
    values.withUnsafeMutableBufferPointer { values in
      levels.withUnsafeMutableBufferPointer { levels in
        for row in 0..<rows {
          let lines = Self.lines(row, format)
          for column in 0..<columns {
            let corner = Self.corner(Pixels.self, plane, format, column, row)
            let count = format.width - column * LumaGrid.tileSide
            let first = (row * columns + column) * LumaGrid.tileSide
            let displacement = places.displacement(column: column, row: row)
            for line in 0..<lines {
              var (luma, isSeen) = (Lanes.zero, SIMDMask<SIMD16<Int16>>(repeating: true))
              if motion.hasMoved {
                (luma, isSeen) = Self.movedLuma(
                  Pixels.self, plane, format, column, row * LumaGrid.tileSide + line, displacement)
              } else {
                luma = unsafeBitCast(Self.luma(Pixels.self, corner + line * stride, count), to: Lanes.self)
              }
              var value = values[first + line]
              switch step {
              case .begin: value = luma &* share
              case .add: value &+= luma &* share
              case .update:
                let lowest = value &- pointwiseMin(value, down)
                let next = pointwiseMax(lowest, pointwiseMin(luma &<< 8, value &+ up))
                value = motion.hasMoved ? value.replacing(with: next, where: isSeen) : next
              case .keep: break
              }
              values[first + line] = value
              levels[first + line] = unsafeBitCast((value &+ 128) &>> 8, to: SIMD16<Int16>.self)
            }
          }
        }
      }
    }
  }

  /// The luma of sixteen pixels of the scene in a frame that has moved, and whether each of them is in the frame. A pixel outside
  /// the frame has the luma of the nearest pixel. A pixel beyond the scene's edge has 0.
  @inline(__always)
  private static func movedLuma<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat, _ column: Int, _ line: Int,
    _ displacement: SIMD2<Int>
  ) -> (Lanes, SIMDMask<SIMD16<Int16>>) {
    let start = column * LumaGrid.tileSide
    let (x, y) = (start + displacement.x, line + displacement.y)
    let row = plane.baseAddress! + min(max(y, 0), format.height - 1) * format.planes[0].stride
    if x >= 0, x + LumaGrid.tileSide <= format.width, start + LumaGrid.tileSide <= format.width {
      return (
        unsafeBitCast(Pixels.load16(row + x * Pixels.bytesPerPixel), to: Lanes.self),
        SIMDMask(repeating: (0..<format.height).contains(y))
      )
    }
    var (luma, isSeen) = (Lanes.zero, SIMDMask<SIMD16<Int16>>(repeating: false))
    for index in 0..<min(LumaGrid.tileSide, format.width - start) {
      let lane = Pixels.lane(index)
      luma[lane] = UInt16(Pixels.luma(row, min(max(x + index, 0), format.width - 1)))
      isSeen[lane] = (0..<format.width).contains(x + index) && (0..<format.height).contains(y)
    }
    return (luma, isSeen)
  }

  /// The number of pixel rows in the tiles of `row`.
  @inline(__always)
  private static func lines(_ row: Int, _ format: FrameFormat) -> Int {
    min(LumaGrid.tileSide, format.height - row * LumaGrid.tileSide)
  }

  /// The first pixel of a tile.
  @inline(__always)
  private static func corner<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat, _ column: Int, _ row: Int
  ) -> UnsafeRawPointer {
    plane.baseAddress!
      + LumaGrid.tileSide * (row * format.planes[0].stride + column * Pixels.bytesPerPixel)
  }

  /// The luma of sixteen pixels, or of the `count` pixels that remain in a row.
  @inline(__always)
  private static func luma<Pixels: PixelRow>(
    _: Pixels.Type, _ line: UnsafeRawPointer, _ count: Int
  ) -> SIMD16<Int16> {
    count >= LumaGrid.tileSide ? Pixels.load16(line) : Pixels.loadFirst(count, line)
  }
}
