import Frames

/// The calm value of each pixel, and how far the pixels of a tile rise above theirs, by the CPU: the twin of
/// ``GPUBaseline``, equal bit for bit.
///
/// Values lie tile by tile, and in a tile as ``PixelRow`` gives its rows: whatever order the lanes have, a pixel keeps its
/// own.
public struct PixelBaseline {
  private typealias Lanes = SIMD16<UInt16>

  private var plan = BaselinePlan()
  private var format: FrameFormat?
  /// In 1/256 of a level.
  private var values: [SIMD16<UInt16>] = []
  /// The same, rounded to levels.
  private var levels: [SIMD16<Int16>] = []
  /// Of each level the largest around it, where the scene has moved.
  private var widened = WidenedLevels()

  public init() {}

  /// For frames of one format, to be told by somebody else what to do.
  init(_ format: FrameFormat) { prepare(for: format) }

  private mutating func prepare(for format: FrameFormat) {
    self.format = format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    values = Array(repeating: .zero, count: columns * rows * LumaGrid.tileSide)
    levels = Array(repeating: .zero, count: values.count)
    widened = WidenedLevels()
    plan = BaselinePlan()
  }

  /// Forgets the calm values there are: the scene as it now is becomes the calm one.
  public mutating func beginAnew() { plan.beginAnew() }

  /// Measures the rises of `frame`, and goes on with its pixels' calm values.
  ///
  /// - Parameter grid: Of this frame, its tiles measured.
  public mutating func measure(_ frame: borrowing Frame, into grid: inout LumaGrid) {
    if let calm = frame.recordedMeasurement { return grid.adopt(calm) }
    if format != frame.format { prepare(for: frame.format) }
    let motion = grid.motion
    plan.meet(at: frame.timestamp, scene: motion.scene)
    grid.calmFrames = plan.averaged
    grid.rises = plan.isCalm ? grid.rises ?? [] : nil
    if plan.isCalm { measureRises(of: frame, movedBy: motion, into: &grid.rises!) }
    apply(plan.step(at: frame.timestamp), frame, movedBy: motion)
    plan.take(grid)
  }

  /// Measures the rises above what the calm values are now.
  mutating func measureRises(
    of frame: borrowing Frame, movedBy motion: SceneMotion = .still, into rises: inout [UInt8]
  ) {
    let format = frame.format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    if rises.count != columns * rows { rises = Array(repeating: 0, count: columns * rows) }
    frame.withPlane(0) { plane in
      switch format.pixelFormat {
      case .grey, .nv12, .yu12, .yuv422, .yuv444:
        rise(LumaPlane.self, plane, format, columns, rows, motion, &rises)
      case .yuyv: rise(LumaInEvenBytes.self, plane, format, columns, rows, motion, &rises)
      case .uyvy: rise(LumaInOddBytes.self, plane, format, columns, rows, motion, &rises)
      case .rgb24: rise(LumaOfRGB.self, plane, format, columns, rows, motion, &rises)
      case .bgr24: rise(LumaOfBGR.self, plane, format, columns, rows, motion, &rises)
      }
    }
  }

  private mutating func rise<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat, _ columns: Int, _ rows: Int,
    _ motion: SceneMotion, _ rises: inout [UInt8]
  ) {
    let stride = format.planes[0].stride
    if motion.hasMoved {
      widened.follow(levels, Pixels.self, columns: columns, rows: rows)
      let places = TilePlaces(motion, width: format.width, height: format.height)
      for tile in rises.indices { rises[tile] = 0 }
      for row in places.rows {
        for column in places.columns {
          let way = places.way(column: column, row: row)
          let corner =
            Self.corner(Pixels.self, plane, format, column, row) + way.y * stride
            + way.x * Pixels.bytesOfSixteen / LumaGrid.tileSide
          let count = format.width - column * LumaGrid.tileSide
          var most = SIMD16<Int16>.zero
          for line in 0..<Self.lines(row, format) {
            let luma = Self.luma(Pixels.self, corner + line * stride, count)
            let rise =
              luma &- widened.lanes(Pixels.self, column: column, line: row * LumaGrid.tileSide + line)
            let step = rise &- most
            most &+= step & ~(step &>> 15)
          }
          rises[row * columns + column] = UInt8(truncatingIfNeeded: most.max())
        }
      }
      return
    }
    rises.withUnsafeMutableBufferPointer { rises in
      levels.withUnsafeBufferPointer { levels in
        for row in 0..<rows {
          let lines = Self.lines(row, format)
          for column in 0..<columns {
            let tile = row * columns + column
            let corner = Self.corner(Pixels.self, plane, format, column, row)
            let count = format.width - column * LumaGrid.tileSide
            var most = SIMD16<Int16>.zero
            for line in 0..<lines {
              let luma = Self.luma(Pixels.self, corner + line * stride, count)
              let rise = luma &- levels[tile * LumaGrid.tileSide + line]
              // By its sign, as the maximum of a tile.
              let step = rise &- most
              most &+= step & ~(step &>> 15)
            }
            rises[tile] = UInt8(truncatingIfNeeded: most.max())
          }
        }
      }
    }
  }

  /// Does to the calm values what `step` says.
  mutating func apply(
    _ step: BaselinePlan.Step, _ frame: borrowing Frame, movedBy motion: SceneMotion = .still
  ) {
    if case .keep = step { return }
    widened.isDue = true
    let format = frame.format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    frame.withPlane(0) { plane in
      switch format.pixelFormat {
      case .grey, .nv12, .yu12, .yuv422, .yuv444:
        apply(step, LumaPlane.self, plane, format, columns, rows, motion)
      case .yuyv: apply(step, LumaInEvenBytes.self, plane, format, columns, rows, motion)
      case .uyvy: apply(step, LumaInOddBytes.self, plane, format, columns, rows, motion)
      case .rgb24: apply(step, LumaOfRGB.self, plane, format, columns, rows, motion)
      case .bgr24: apply(step, LumaOfBGR.self, plane, format, columns, rows, motion)
      }
    }
  }

  private mutating func apply<Pixels: PixelRow>(
    _ step: BaselinePlan.Step, _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat,
    _ columns: Int, _ rows: Int, _ motion: SceneMotion
  ) {
    let share = UInt16(BaselinePlan.share)
    let (down, up) = (
      Lanes(repeating: UInt16(BaselinePlan.down)), Lanes(repeating: UInt16(BaselinePlan.up))
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
            let way = places.way(column: column, row: row)
            for line in 0..<lines {
              var (luma, isSeen) = (Lanes.zero, SIMDMask<SIMD16<Int16>>(repeating: true))
              if motion.hasMoved {
                (luma, isSeen) = Self.moved(
                  Pixels.self, plane, format, column, row * LumaGrid.tileSide + line, way)
              } else {
                luma = unsafeBitCast(Self.luma(Pixels.self, corner + line * stride, count), to: Lanes.self)
              }
              var value = values[first + line]
              switch step {
              case .begin: value = luma &* share
              case .add: value &+= luma &* share
              case .follow:
                let least = value &- pointwiseMin(value, down)
                let next = pointwiseMax(least, pointwiseMin(luma &<< 8, value &+ up))
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

  /// The luma of sixteen pixels of the scene in a frame that has moved, or of the nearest there are, and whether they are
  /// in the frame; those beyond the scene's edge are dark.
  @inline(__always)
  private static func moved<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat, _ column: Int, _ line: Int,
    _ way: SIMD2<Int>
  ) -> (Lanes, SIMDMask<SIMD16<Int16>>) {
    let start = column * LumaGrid.tileSide
    let (x, y) = (start + way.x, line + way.y)
    let row = plane.baseAddress! + min(max(y, 0), format.height - 1) * format.planes[0].stride
    if x >= 0, x + LumaGrid.tileSide <= format.width, start + LumaGrid.tileSide <= format.width {
      let place = x * Pixels.bytesOfSixteen / LumaGrid.tileSide
      return (
        unsafeBitCast(Pixels.sixteen(row + place), to: Lanes.self),
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

  /// How many lines the tiles of a row have.
  @inline(__always)
  private static func lines(_ row: Int, _ format: FrameFormat) -> Int {
    min(LumaGrid.tileSide, format.height - row * LumaGrid.tileSide)
  }

  /// The first pixel of a tile.
  @inline(__always)
  private static func corner<Pixels: PixelRow>(
    _: Pixels.Type, _ plane: UnsafeRawBufferPointer, _ format: FrameFormat, _ column: Int, _ row: Int
  ) -> UnsafeRawPointer {
    plane.baseAddress! + row * LumaGrid.tileSide * format.planes[0].stride + column * Pixels.bytesOfSixteen
  }

  /// The luma of sixteen pixels, or of those `count` that are left of a row.
  @inline(__always)
  private static func luma<Pixels: PixelRow>(
    _: Pixels.Type, _ line: UnsafeRawPointer, _ count: Int
  ) -> SIMD16<Int16> {
    count >= LumaGrid.tileSide ? Pixels.sixteen(line) : Pixels.first(count, line)
  }
}
