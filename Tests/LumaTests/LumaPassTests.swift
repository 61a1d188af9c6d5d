import Frames
import Shaders
import Testing

@testable import Graphics
@testable import Luma

@Suite("The luma pass")
struct LumaPassTests {
  /// The grids of `frames`, measured by `pass` to the end.
  static func grids(_ pass: LumaPass, _ format: FrameFormat, _ pictures: [TestPicture]) -> [LumaGrid] {
    var grids: [LumaGrid] = []
    for (index, picture) in pictures.enumerated() {
      pass.measure(picture.frame(format, sequence: UInt64(index))) { grids.append(copy $0) }
    }
    pass.drain { grids.append(copy $0) }
    return grids
  }

  @Test(
    "on the GPU equals the CPU reference bit for bit, in every format, every picture and odd sizes",
    arguments: PixelFormat.allCases, [Set<String>(), [Capabilities.unpackSubimage]])
  func equality(pixelFormat: PixelFormat, masked: Set<String>) throws {
    let pass = LumaPass(try OffscreenContext(masking: masked).context)
    let formats = testFormats.filter {
      // Without the extension, only frames with padded rows are uploaded in another way.
      $0.pixelFormat == pixelFormat && (masked.isEmpty || $0.planes[0].stride > $0.planes[0].rowBytes)
    }
    for format in formats { Self.expectReference(pass, format, TestPicture.all) }
    Self.expectReference(pass, FrameFormat(pixelFormat, width: 641, height: 479), [.random])
  }

  static func expectReference(_ pass: LumaPass, _ format: FrameFormat, _ pictures: [TestPicture]) {
    let size = "\(format.width) x \(format.height), stride \(format.planes[0].stride)"
    let grids = grids(pass, format, pictures)
    guard case .verified = pass.verification else {
      Issue.record("\(size): \(String(describing: pass.verification))")
      return
    }
    #expect(grids.count == pictures.count)
    for (index, (grid, picture)) in zip(grids, pictures).enumerated() {
      var reference = LumaGrid(width: 1, height: 1)
      CPULuma.measure(picture.frame(format, sequence: UInt64(index)), into: &reference)
      #expect(grid == reference, "\(picture), \(size)")
    }
  }

  @Test("delivers every frame once and in order, with its time, count and exposure")
  func order() throws {
    let pass = LumaPass(try OffscreenContext().context)
    let format = FrameFormat(.yuyv, width: 33, height: 20)
    var delivered: [LumaGrid] = []
    var countsBehind: [Int] = []
    for index in 0..<10 {
      let level = UInt8(20 * index)
      let picture = TestPicture(description: "level") { _, _ in level }
      let frame = picture.frame(
        format, timestamp: Timestamp(nanoseconds: Int64(index * 33)), sequence: UInt64(index),
        exposure: Double(index))
      pass.measure(frame) { delivered.append(copy $0) }
      countsBehind.append(index + 1 - delivered.count)
    }
    #expect(countsBehind == Array(repeating: 1, count: 10))
    pass.drain { delivered.append(copy $0) }
    pass.drain { _ in Issue.record("nothing is left") }
    #expect(delivered.map(\.sequence) == Array(0..<10))
    #expect(delivered.map(\.timestamp.nanoseconds) == (0..<10).map { Int64($0 * 33) })
    #expect(delivered.map(\.exposure) == (0..<10).map { Double($0) })
    #expect(delivered.map { $0.tiles[0].sum } == (0..<10).map { $0 * 20 * 256 })
  }

  @Test("delivers frames from before a change of format first")
  func formatChange() throws {
    let pass = LumaPass(try OffscreenContext().context)
    var sizes: [Int] = []
    for (index, width) in [16, 16, 32, 48, 48].enumerated() {
      let frame = TestPicture.random.frame(
        FrameFormat(.grey, width: width, height: 16), sequence: UInt64(index))
      pass.measure(frame) { sizes.append($0.width) }
    }
    pass.drain { sizes.append($0.width) }
    #expect(sizes == [16, 16, 32, 48, 48])
  }

  @Test("the CPU reference measures between two contexts; frames in the lost context count as lost")
  func lostContext() throws {
    let (context, other) = (try OffscreenContext().context, try OffscreenContext().context)
    let pass = LumaPass(context)
    let format = FrameFormat(.grey, width: 40, height: 30)
    var delivered: [UInt64] = []
    func measure(_ sequence: UInt64) {
      pass.measure(TestPicture.random.frame(format, sequence: sequence), keepsPicture: true) { grid in
        var reference = LumaGrid(width: 1, height: 1)
        CPULuma.measure(TestPicture.random.frame(format, sequence: grid.sequence), into: &reference)
        #expect(grid.tiles == reference.tiles)
        delivered.append(grid.sequence)
      }
    }
    for sequence in 0..<3 as Range<UInt64> { measure(sequence) }
    #expect(delivered == [0, 1] && pass.takeLostFrames() == 0)
    context.resetStatus = { 0x8253 }
    measure(3)
    measure(4)
    #expect(delivered == [0, 1, 3, 4] && pass.takeLostFrames() == 1 && pass.takeLostFrames() == 0)
    guard case .reference(.failure(.contextLost)) = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
    let pictures = pass.pictureCount
    try other.makeCurrent()
    pass.move(to: other)
    for sequence in 5..<7 as Range<UInt64> { measure(sequence) }
    pass.drain { delivered.append($0.sequence) }
    #expect(delivered == [0, 1, 3, 4, 5, 6] && pass.takeLostFrames() == 0)
    guard case .verified = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
    #expect(pass.pictureCount > pictures && pass.hasPicture)
  }

  @Test("a recorded measurement is delivered as it is, and its picture is painted only if it is kept")
  func recorded() throws {
    final class Counter: @unchecked Sendable { var count = 0 }
    var grid = LumaGrid(
      width: 40, height: 30, timestamp: Timestamp(nanoseconds: 7), sequence: 3, exposure: 0.01)
    for index in grid.tiles.indices {
      grid.tiles[index] = .init(sum: UInt16(1000 * index), maximum: UInt8(40 * index), clipped: 0)
    }
    grid.motion = SceneMotion(x: 2, y: -1, hasMoved: true)
    grid.backgroundDifferences = grid.tiles.map(\.maximum)
    grid.averagedFrames = LumaGrid.calibrationFrames
    let painted = Counter()
    func frame() -> Frame {
      Frame(format: FrameFormat(.grey, width: 40, height: 30), recorded: grid) { [painted] _ in
        painted.count += 1
      }
    }
    let pass = LumaPass(try OffscreenContext().context, backgroundDifferences: .gpu)
    for (keepsPicture, count) in [(false, 0), (true, 1), (true, 2)] {
      var delivered: [LumaGrid] = []
      pass.measure(frame(), keepsPicture: keepsPicture) { delivered.append(copy $0) }
      #expect(delivered == [grid])
      #expect(painted.count == count && pass.pictureCount == count && pass.hasPicture == keepsPicture)
    }
    pass.drain { _ in Issue.record("nothing is left") }
    var measurement = SceneMeasurement()
    #expect(measurement.measure(frame()) == grid && painted.count == 2)
  }

  @Test("continues with the next frame after its receiver has thrown an error")
  func throwing() throws {
    struct Full: Error {}
    let pass = LumaPass(try OffscreenContext().context)
    let format = FrameFormat(.grey, width: 16, height: 16)
    pass.measure(TestPicture.black.frame(format, sequence: 0)) { _ in Issue.record("too early") }
    #expect(throws: Full.self) {
      try pass.measure(TestPicture.black.frame(format, sequence: 1)) { _ throws(Full) in throw Full() }
    }
    var delivered: [UInt64] = []
    pass.drain { delivered.append($0.sequence) }
    #expect(delivered == [1])
  }

  @Test("does not depend on the state that drawing the window leaves")
  func poisoned() throws {
    let context = try OffscreenContext().context
    let window = try context.target(width: 3, height: 3)
    let pass = LumaPass(context)
    let format = FrameFormat(.uyvy, width: 50, height: 40)
    let frame = TestPicture.random.frame(format)
    var reference = LumaGrid(width: 1, height: 1)
    CPULuma.measure(frame, into: &reference)
    var delivered = 0
    for _ in 0..<3 {
      context.beginScenePass(into: window)
      context.setScissor(PixelRectangle(x: 0, y: 0, width: 1, height: 1))
      context.setColourMask(false)
      context.setBlending(true)
      pass.measure(frame) { grid in
        #expect(grid.tiles == reference.tiles)
        delivered += 1
      }
    }
    #expect(delivered == 2)
  }
}

@Suite("The CPU reference as a replacement of the GPU")
struct VerificationTests {
  @Test("measures from the frame on at which the driver reports an error; no frame is lost or late")
  func midStream() throws {
    let context = try OffscreenContext().context
    context.checksErrors = true
    let pass = LumaPass(context)
    let texture = try context.texture(.alpha, width: 1, height: 1)
    let format = FrameFormat(.yuyv, width: 40, height: 20)
    var delivered: [UInt64] = []
    for sequence in 0..<6 as Range<UInt64> {
      // There is no such unit: the driver raises INVALID_ENUM.
      if sequence == 3 { texture.bind(unit: 30_000) }
      let frame = TestPicture.random.frame(format, sequence: sequence)
      let reference = referenceGrid(frame)
      pass.measure(frame) { grid in
        #expect(grid.tiles == reference.tiles)
        delivered.append(grid.sequence)
      }
    }
    #expect(delivered == [0, 1, 2, 3, 4, 5])
    #expect(pass.verification == .reference(.failure(.driver(code: 0x0500, during: "the luma pass"))))
  }

  @Test("measures if a shader is off by one; the number of wrong tiles is reported")
  func mismatch() throws {
    let pass = LumaPass(
      try OffscreenContext().context,
      shaders: ShaderLibrary().replacing(.lumaPlane) { $0.replacing("255.0 *", with: "254.0 *") })
    let format = FrameFormat(.grey, width: 40, height: 40)
    let grids = LumaPassTests.grids(pass, format, [.random])
    guard case .reference(.mismatch(let wrong, let count)) = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
    #expect(wrong > 0 && wrong <= count)
    #expect(grids[0].tiles == referenceGrid(TestPicture.random.frame(format)).tiles)
  }

  @Test("measures if a shader does not compile; the error names file and line")
  func broken() throws {
    let pass = LumaPass(
      try OffscreenContext().context,
      shaders: ShaderLibrary().replacing(.tile) { "\nvoid main() { nonsense; }\n" + $0 })
    let grids = LumaPassTests.grids(pass, FrameFormat(.grey, width: 40, height: 40), [.white, .black])
    #expect(grids.map(\.mean) == [255, 0])
    guard case .reference(.failure(let error)) = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
    #expect(error.shaderFaults.first?.file == "tile.frag" && error.shaderFaults.first?.line == 2)
  }

  @Test("measures if fragments have too few bits; the picture is still shown")
  func precision() throws {
    let context = try OffscreenContext().context
    context.capabilities.fragmentPrecision = 10
    let pass = LumaPass(context)
    var means: [Double] = []
    let frame = TestPicture.white.frame(FrameFormat(.grey, width: 20, height: 20))
    pass.measure(frame, keepsPicture: true) { means.append($0.mean) }
    #expect(means == [255], "the CPU reference is not a frame late")
    #expect(pass.verification == .reference(.precision(bits: 10)))
    #expect(try PreviewTests.shown(context, pass, width: 1, height: 1)[0, 0] == [255, 255, 255, 255])
  }

  @Test("measures if the picture is larger than a texture can be")
  func size() throws {
    let context = try OffscreenContext().context
    let largest = context.capabilities.largestTexture
    try #require(largest < FrameFormat.largestSide * 4)
    let pass = LumaPass(context)
    let width = min(largest + 1, FrameFormat.largestSide)
    let grids = LumaPassTests.grids(pass, FrameFormat(.grey, width: width, height: 1), [.white])
    #expect(grids.map(\.mean) == [255])
    if width > largest {
      #expect(pass.verification == .reference(.size(width: width, height: 1, largest: largest)))
    }
  }
}

extension ShaderLibrary {
  /// The same shaders, one of them edited.
  fileprivate func replacing(_ name: ShaderName, _ edit: (String) -> String) -> ShaderLibrary {
    var library = self
    library[name] = edit(self[name])
    return library
  }
}
