import Allocations
import Frames
import Shaders
import Testing

@testable import Graphics
@testable import Luma

/// Background and background differences, directly from their definition.
private struct ReferenceBackground {
  /// In 1/256 of a level, row by row.
  private var background: [Int] = []
  private var averaged = 0
  private var nextStep = 0.0

  /// - Parameter motion: How far the scene has moved in the picture.
  mutating func measure(_ frame: borrowing Frame, movedBy motion: SceneMotion = .still) -> LumaGrid {
    if motion.hasMoved { return measureMoved(frame, motion) }
    var grid = referenceGrid(frame)
    let luma = referenceLuma(frame)
    let time = frame.timestamp.seconds
    grid.averagedFrames = averaged
    if averaged < 32 {
      if averaged == 0 { background = Array(repeating: 0, count: luma.count) }
      for index in luma.indices { background[index] += 8 * luma[index] }
      averaged += 1
      nextStep = time + 0.25
      return grid
    }
    var differences = Array(repeating: 0, count: grid.tiles.count)
    for index in luma.indices {
      let tile = index / grid.width / 16 * grid.columns + index % grid.width / 16
      differences[tile] = max(differences[tile], luma[index] - (background[index] + 128) / 256)
    }
    grid.backgroundDifferences = differences.map(UInt8.init)
    guard time >= nextStep else { return grid }
    nextStep = time + 0.25
    for index in luma.indices {
      background[index] += min(max(256 * luma[index] - background[index], -192), 64)
    }
    return grid
  }
}

extension ReferenceBackground {
  private mutating func measureMoved(_ frame: borrowing Frame, _ motion: SceneMotion) -> LumaGrid {
    var grid = LumaGrid(width: frame.format.width, height: frame.format.height)
    (grid.timestamp, grid.sequence, grid.motion) = (frame.timestamp, frame.sequence, motion)
    let (width, height) = (grid.width, grid.height)
    let luma = referenceLuma(frame)
    /// The shift of a tile's pixels.
    func way(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
      guard motion.zoom != 0 || motion.roll != 0 else { return (motion.x, motion.y) }
      let (right, down) = (Double(column - width / 32), Double(row - height / 32))
      let (zoom, roll) = (Double(motion.zoom), Double(motion.roll))
      let x = Double(motion.residual.x) / 64 + (zoom * right - roll * down) / 256
      let y = Double(motion.residual.y) / 64 + (zoom * down + roll * right) / 256
      return (motion.x + Int((x + 0.5).rounded(.down)), motion.y + Int((y + 0.5).rounded(.down)))
    }
    /// Whether all tiles of a column or row lie in the picture.
    let columnIsInside = (0..<grid.columns).map { column in
      (0..<grid.rows).allSatisfy { row in
        let x = way(column, row).x
        return 16 * column + x >= 0 && min(16 * column + 16, width) + x <= width
      }
    }
    let rowIsInside = (0..<grid.rows).map { row in
      (0..<grid.columns).allSatisfy { column in
        let y = way(column, row).y
        return 16 * row + y >= 0 && min(16 * row + 16, height) + y <= height
      }
    }
    /// The largest background of a pixel and its eight neighbours.
    func around(_ x: Int, _ y: Int) -> Int {
      var largest = 0
      for y in max(0, y - 1)..<min(height, y + 2) {
        for x in max(0, x - 1)..<min(width, x + 2) {
          largest = max(largest, (background[y * width + x] + 128) / 256)
        }
      }
      return largest
    }
    var differences = Array(repeating: 0, count: grid.tiles.count)
    for row in 0..<grid.rows where rowIsInside[row] {
      for column in 0..<grid.columns where columnIsInside[column] {
        let way = way(column, row)
        var (sum, maximum, clipped, difference) = (0, 0, 0, 0)
        for y in 16 * row..<min(16 * row + 16, height) {
          for x in 16 * column..<min(16 * column + 16, width) {
            let luma = luma[(y + way.y) * width + x + way.x]
            sum += luma
            maximum = max(maximum, luma)
            clipped += luma >= 250 ? 1 : 0
            difference = max(difference, luma - around(x, y))
          }
        }
        grid[column, row] = .init(
          sum: UInt16(sum), maximum: UInt8(maximum), clipped: UInt8(min(255, clipped)))
        differences[row * grid.columns + column] = difference
      }
    }
    let time = frame.timestamp.seconds
    grid.averagedFrames = averaged
    if averaged == 32 { grid.backgroundDifferences = differences.map(UInt8.init) }
    guard averaged < 32 || time >= nextStep else { return grid }
    nextStep = time + 0.25
    for y in 0..<height {
      for x in 0..<width {
        let way = way(x / 16, y / 16)
        let (seenX, seenY) = (x + way.x, y + way.y)
        let isSeen = (0..<width).contains(seenX) && (0..<height).contains(seenY)
        let nearest = luma[min(max(seenY, 0), height - 1) * width + min(max(seenX, 0), width - 1)]
        let index = y * width + x
        if averaged < 32 {
          background[index] += 8 * nearest
        } else if isSeen {
          background[index] += min(max(256 * nearest - background[index], -192), 64)
        }
      }
    }
    averaged = min(32, averaged + 1)
    return grid
  }
}

/// A frame of a stream at 32 frames a second.
private func frame(_ format: FrameFormat, _ index: Int, _ picture: (Int) -> UInt8) -> Frame {
  FramePool(format: format, capacity: 1).frame(
    timestamp: Timestamp(nanoseconds: Int64(index) * 31_250_000), sequence: UInt64(index)
  ) { bytes in
    for offset in bytes.indices { bytes[offset] = picture(offset) }
  }!
}

/// Number of frames with little change: enough for a calibration. Then everything changes for less than a second.
private let steadyFrames = 36

/// Random pixels, from frame `start` on.
private func random(_ format: FrameFormat, _ index: Int, from start: Int = 0) -> Frame {
  frame(format, index) { offset in
    let noise = TestPicture.hash(offset + 1_000_003 * index)
    return index - start < steadyFrames
      ? UInt8(TestPicture.hash(offset) % 254 + noise % 3) : UInt8(truncatingIfNeeded: noise)
  }
}

/// Half of the pixels dark and half of them white, and then the other way round.
private func extreme(_ format: FrameFormat, _ index: Int) -> Frame {
  frame(format, index) { ($0 / 3 + (index < steadyFrames ? 0 : 1)).isMultiple(of: 2) ? 0 : 255 }
}

@Suite("The background of pixels")
struct PixelBackgroundTests {
  static let sizes = [(1, 1), (17, 15), (99, 1), (1, 99), (64, 48), (135, 37), (71, 53)]

  @Test(
    "and its differences equal their definition, on the CPU and on the GPU, in every format and odd sizes",
    arguments: PixelFormat.allCases, [LumaPass.BackgroundDifferences.gpu, .faster])
  func equality(pixelFormat: PixelFormat, differences: LumaPass.BackgroundDifferences) throws {
    let pass = LumaPass(try OffscreenContext().context, backgroundDifferences: differences)
    for (width, height) in Self.sizes {
      let rowBytes = pixelFormat.planeSize(0, width: width, height: height).rowBytes
      let format = FrameFormat(pixelFormat, width: width, height: height, stride: rowBytes + 7)
      for picture in [{ random($0, $1) }, extreme] {
        pass.recalibrate()
        var reference = ReferenceBackground()
        var background = PixelBackground()
        var grid = LumaGrid(width: 1, height: 1)
        var expected: [LumaGrid] = []
        var measured: [LumaGrid] = []
        for index in 0..<60 {
          expected.append(reference.measure(picture(format, index)))
          let frame = picture(format, index)
          CPULuma.measure(frame, into: &grid)
          background.measure(frame, into: &grid)
          #expect(grid == expected.last, "CPU, \(width) x \(height), frame \(index)")
          pass.measure(frame) { measured.append(copy $0) }
        }
        pass.drain { measured.append(copy $0) }
        #expect(measured == expected, "pass, \(width) x \(height)")
        if width * height > 100 { #expect(expected.last?.backgroundDifferences?.contains { $0 > 0 } == true) }
      }
    }
    guard case .verified = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
  }

  @Test(
    "tiles and background differences of a moving scene equal their definition, on the CPU and on the GPU",
    arguments: PixelFormat.allCases)
  func movedEquality(pixelFormat: PixelFormat) throws {
    let context = try OffscreenContext().context
    for (width, height) in Self.sizes {
      let rowBytes = pixelFormat.planeSize(0, width: width, height: height).rowBytes
      let format = FrameFormat(pixelFormat, width: width, height: height, stride: rowBytes + 7)
      let textures = try PictureTextures(context, format: format)
      for differences in [LumaPass.BackgroundDifferences.gpu, .faster] {
        var reference = ReferenceBackground()
        var background = PixelBackground()
        var grid = LumaGrid(width: 1, height: 1)
        let gpu = try GPULuma(
          context, shaders: ShaderLibrary(), format: format, backgroundDifferences: differences)
        for index in 0..<60 {
          let way = TestPicture.hash(index)
          // At times the whole scene is outside the picture. That must not start a new average.
          let motion =
            index < 20
            ? SceneMotion.still
            : index < 33
              ? SceneMotion(hasMoved: true)
              : SceneMotion(
                x: way % (2 * width + 1) * (index % 3) / 3 - width / 2,
                y: way / 999 % (2 * height + 1) * (index % 4) / 4 - height / 2,
                residual: SIMD2(Int8(way % 65 - 32), Int8(way / 99 % 65 - 32)),
                zoom: Int16(index % 5 == 0 ? 0 : way / 7 % 401 - 200),
                roll: Int16(index % 5 == 0 ? 0 : way / 77 % 401 - 200), hasMoved: true)
          let expected = reference.measure(random(format, index), movedBy: motion)
          CPULuma.measure(random(format, index), movedBy: motion, into: &grid)
          background.measure(random(format, index), into: &grid)
          #expect(grid == expected, "CPU, \(width) x \(height), frame \(index)")
          try gpu.submit(random(format, index), movedBy: motion, through: textures)
          gpu.collect(keeping: 0) { grid in
            #expect(copy grid == expected, "GPU, \(width) x \(height), frame \(index)")
          }
        }
      }
    }
  }

  /// The grids of pictures of 20 x 20 pixels at 30 frames per second, by the CPU reference.
  private static func grids(_ count: Int, _ level: (_ frame: Int, _ pixel: Int) -> UInt8) -> [LumaGrid] {
    let format = FrameFormat(.grey, width: 20, height: 20)
    var background = PixelBackground()
    var grid = LumaGrid(width: 1, height: 1)
    return (0..<count).map { index in
      let frame = FramePool(format: format, capacity: 1).frame(
        timestamp: Timestamp(seconds: Double(index) / 30), sequence: UInt64(index)
      ) { bytes in
        for pixel in bytes.indices { bytes[pixel] = level(index, pixel) }
      }
      guard let frame else { return grid }
      CPULuma.measure(frame, into: &grid)
      background.measure(frame, into: &grid)
      return grid
    }
  }

  @Test("differs from the picture only where a lamp adds light, even beside a brighter pixel")
  func lamp() {
    let grids = Self.grids(100) { frame, pixel in
      pixel == 3 ? 240 : pixel == 4 && frame % 20 >= 14 ? 70 : 30
    }
    for (index, grid) in grids.enumerated().dropFirst(LumaGrid.calibrationFrames) {
      // 6 of the first 32 frames were lit. Since then the background is updated down and up.
      let difference = Int(grid.backgroundDifferences?[0] ?? 0)
      #expect(index % 20 >= 14 ? abs(difference - 34) <= 3 : difference == 0)
      #expect(grid.tiles[0].maximum == 240)
      #expect(grid.backgroundDifferences?.dropFirst() == [0, 0, 0])
    }
  }

  @Test("moves towards the dark level of a pixel that is bright for 60 % of the time")
  func quantile() {
    let grids = Self.grids(1200) { frame, pixel in pixel == 0 && frame % 10 < 6 ? 130 : 30 }
    // 20 of the first 32 frames were lit. A median would go up from there, and so would a mean.
    let first = grids[LumaGrid.calibrationFrames..<40].compactMap { $0.backgroundDifferences?[0] }.max() ?? 0
    let last = grids[1150...].compactMap { $0.backgroundDifferences?[0] }.max() ?? 0
    #expect(abs(Int(first) - 37) <= 1 && last > first + 15, "\(first), \(last)")
  }

  @Test("is averaged anew while the brightness of the picture changes, but not forever")
  func restless() {
    // Half a level a frame for three seconds.
    let moving = Self.grids(140) { frame, _ in UInt8(50 + min(45, frame / 2)) }
    let first = moving.firstIndex { $0.backgroundDifferences != nil } ?? 0
    #expect((95...130).contains(first), "\(first)")
    #expect(moving[first...].allSatisfy { $0.backgroundDifferences?.max() ?? 255 <= 1 })
    // The scene never stops changing.
    #expect(
      Self.grids(300) { frame, _ in UInt8(20 + frame % 200) }.contains { $0.backgroundDifferences != nil })
  }

  @Test("is averaged anew if most of the picture has been different for a second")
  func otherScene() {
    let grids = Self.grids(160) { frame, pixel in frame < 60 ? 40 : UInt8(120 + pixel % 50) }
    #expect(grids[60].backgroundDifferences?.allSatisfy { $0 > 40 } == true)
    let anew = grids[60...].firstIndex { $0.backgroundDifferences == nil } ?? 0
    #expect((90...96).contains(anew), "\(anew)")
    #expect(grids[140...].allSatisfy { $0.backgroundDifferences == [0, 0, 0, 0] })
  }

  @Test("is forgotten if time goes back, and on request")
  func forgotten() throws {
    let format = FrameFormat(.grey, width: 40, height: 20)
    let pass = LumaPass(try OffscreenContext().context, backgroundDifferences: .gpu)
    var averaged: [Int?] = []
    func measure(_ indices: Range<Int>) {
      for index in indices {
        pass.measure(random(format, index, from: indices.lowerBound)) { averaged.append($0.averagedFrames) }
      }
      pass.drain { averaged.append($0.averagedFrames) }
    }
    measure(0..<34)
    measure(10..<44)
    pass.recalibrate()
    measure(44..<46)
    #expect(averaged == Array(0...32) + [32] + Array(0...32) + [32] + [0, 1])
  }
}

@Suite("Background differences of a pass")
struct BackgroundDifferenceTests {
  private static let format = FrameFormat(.yuyv, width: 50, height: 40)

  @Test("are not measured unless requested, and no frame is averaged")
  func unwanted() throws {
    let pass = LumaPass(try OffscreenContext().context)
    for index in 0..<40 {
      pass.measure(random(Self.format, index)) {
        #expect($0.backgroundDifferences == nil && $0.averagedFrames == nil)
      }
    }
  }

  @Test(
    "never come from a lost context: the CPU reference and the next context each average anew",
    arguments: [LumaPass.BackgroundDifferences.gpu, .faster])
  func lostContext(differences: LumaPass.BackgroundDifferences) throws {
    let (context, other) = (try OffscreenContext().context, try OffscreenContext().context)
    let pass = LumaPass(context, backgroundDifferences: differences)
    var delivered: [LumaGrid] = []
    /// The grids of `frames`, with a background that begins with the first of them.
    func expected(_ frames: Range<Int>) -> [LumaGrid] {
      var reference = ReferenceBackground()
      return frames.map { reference.measure(random(Self.format, $0, from: frames.lowerBound)) }
    }
    func measure(_ frames: Range<Int>) {
      for index in frames {
        pass.measure(random(Self.format, index, from: frames.lowerBound)) { delivered.append(copy $0) }
      }
    }
    measure(0..<40)
    #expect(delivered == expected(0..<40).dropLast())
    delivered = []
    context.resetStatus = { 0x8253 }
    measure(40..<80)
    #expect(delivered == expected(40..<80))
    delivered = []
    try other.makeCurrent()
    pass.move(to: other)
    measure(80..<120)
    pass.drain { delivered.append(copy $0) }
    #expect(delivered == expected(80..<120))
    guard case .verified = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
  }

  @Test("come from the CPU reference from the frame on at which the driver reports an error")
  func midStream() throws {
    let context = try OffscreenContext().context
    context.checksErrors = true
    let pass = LumaPass(context, backgroundDifferences: .gpu)
    let texture = try context.texture(.alpha, width: 1, height: 1)
    var delivered: [LumaGrid] = []
    for index in 0..<80 {
      // There is no such unit: the driver raises INVALID_ENUM.
      if index == 36 { texture.bind(unit: 30_000) }
      pass.measure(random(Self.format, index, from: index < 36 ? 0 : 36)) { delivered.append(copy $0) }
    }
    var before = ReferenceBackground()
    var after = ReferenceBackground()
    let expected =
      (0..<36).map { before.measure(random(Self.format, $0)) }
      + (36..<80).map { after.measure(random(Self.format, $0, from: 36)) }
    #expect(delivered == expected)
  }

  @Test("do not depend on the state that drawing the window leaves")
  func poisoned() throws {
    let context = try OffscreenContext().context
    let window = try context.target(width: 3, height: 3)
    let pass = LumaPass(context, backgroundDifferences: .gpu)
    var reference = ReferenceBackground()
    var expected: [LumaGrid] = []
    var delivered: [LumaGrid] = []
    for index in 0..<50 {
      context.beginScenePass(into: window)
      context.setScissor(PixelRectangle(x: 0, y: 0, width: 1, height: 1))
      context.setColourMask(false)
      context.setBlending(true)
      expected.append(reference.measure(random(Self.format, index)))
      pass.measure(random(Self.format, index), keepsPicture: true) { delivered.append(copy $0) }
    }
    pass.drain { delivered.append(copy $0) }
    #expect(delivered == expected)
  }

  @Test(
    "come from the CPU reference if a shader measures wrong",
    arguments: [
      (ShaderName.backgroundDifference, "127.5", "191.5"),
      (.background, "floor((value + 0.5)", "floor((value + 128.0)"),
      (.backgroundDifferenceMoved, "most + 0.5", "most + 1.0"), (.widen, "upper = 127.5", "upper = 191.5"),
      (.backgroundMoved, "clamp(at, vec2(0.5), size - 0.5)", "clamp(at + 1.0, vec2(0.5), size - 0.5)"),
      (.moved, "growth + 0.5", "growth + 64.5"),
    ])
  func mismatch(name: ShaderName, good: String, bad: String) throws {
    var shaders = ShaderLibrary()
    #expect(shaders[name].contains(good))
    shaders[name] = shaders[name].replacing(good, with: bad)
    let pass = LumaPass(try OffscreenContext().context, shaders: shaders, backgroundDifferences: .gpu)
    var reference = ReferenceBackground()
    for index in 0..<40 {
      let expected = reference.measure(random(Self.format, index))
      pass.measure(random(Self.format, index)) { #expect(copy $0 == expected) }
    }
    guard case .reference(.mismatch(let wrong, let count)) = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
    #expect(wrong > 0 && wrong <= count)
  }

  @Test(
    "allocate nothing in the steady state", arguments: [PixelFormat.yuyv, .rgb24, .grey],
    [LumaPass.BackgroundDifferences.gpu, .faster])
  func allocations(pixelFormat: PixelFormat, differences: LumaPass.BackgroundDifferences) throws {
    let format = FrameFormat(pixelFormat, width: 65, height: 33)
    let pass = LumaPass(try OffscreenContext().context, backgroundDifferences: differences)
    var background = PixelBackground()
    var grid = LumaGrid(width: 1, height: 1)
    let pool = FramePool(format: format, capacity: 1)
    func run(_ frames: Range<Int>, _ measure: (borrowing Frame) -> Void) {
      for index in frames {
        let frame = pool.frame(
          timestamp: Timestamp(seconds: Double(index) / 30), sequence: 0
        ) { $0[0] = UInt8(index % 256) }
        if let frame { measure(frame) }
      }
    }
    func measure(_ frame: borrowing Frame) {
      pass.measure(frame) { _ in }
      CPULuma.measure(frame, into: &grid)
      background.measure(frame, into: &grid)
    }
    run(0..<60, measure)
    // These frames take more than a quarter of a second, so they include a step of the background towards the luma.
    let own = AllocationCounter.count { run(60..<80, measure) }
    #expect(grid.backgroundDifferences != nil)
    // The allocations of the frames themselves.
    #expect(own == AllocationCounter.count { run(60..<80) { _ in } })
  }
}
