import Frames
import Graphics
import Testing

@testable import Luma

@Suite("The preview")
struct PreviewTests {
  /// The picture of `pass`, drawn into a target of `width` x `height`.
  static func shown(
    _ context: Context, _ pass: LumaPass, width: Int, height: Int,
    _ change: (inout PreviewView) -> Void = { _ in }
  ) throws -> Picture {
    let target = try context.target(width: width, height: height)
    context.beginScenePass(into: target)
    context.clear(SIMD4(0, 0, 0, 1))
    var view = PreviewView(viewport: PixelRectangle(x: 0, y: 0, width: width, height: height))
    change(&view)
    try pass.drawPreview(view)
    return target.picture()
  }

  /// A frame of 4 x 4 pixels, each quarter of one Y, Cb, Cr: upper left, upper right, lower left, lower right.
  static func quarters(
    _ pixelFormat: PixelFormat, _ colours: [SIMD3<UInt8>], range: FrameFormat.Range = .full
  ) -> Frame {
    let format = FrameFormat(pixelFormat, width: 4, height: 4, range: range)
    let picture = TestPicture(description: "quarters") { offset, format in
      let index = format.planes.lastIndex { $0.offset <= offset } ?? 0
      let (row, byte) = (offset - format.planes[index].offset).quotientAndRemainder(
        dividingBy: format.planes[index].stride)
      func of(_ column: Int, _ columns: Int, _ channel: Int) -> UInt8 {
        colours[(row * 2 / format.planes[index].rows) * 2 + column * 2 / columns][channel]
      }
      return switch (format.pixelFormat, index) {
      case (.yuyv, _): of(byte / 2, 4, [0, 1, 0, 2][byte % 4])
      case (.uyvy, _): of(byte / 2, 4, [1, 0, 2, 0][byte % 4])
      case (.rgb24, _): of(byte / 3, 4, byte % 3)
      case (.bgr24, _): of(byte / 3, 4, 2 - byte % 3)
      case (.grey, 0), (.nv12, 0), (.yuv444, 0), (.yu12, 0), (.yuv422, 0): of(byte, 4, 0)
      case (.nv12, _): of(byte / 2, 2, 1 + byte % 2)
      case (.yuv444, _): of(byte, 4, index)
      case (.yu12, _), (.yuv422, _): of(byte, 2, index)
      // Grey has no other plane.
      case (.grey, _): 0
      }
    }
    return picture.frame(format)
  }

  static func near(_ pixel: SIMD4<UInt8>, _ colour: SIMD3<Int>) -> Bool {
    (0..<3).allSatisfy { abs(Int(pixel[$0]) - colour[$0]) <= 2 } && pixel.w == 255
  }

  // Y, Cb, Cr of red, green, blue and grey in the full range, and the colours again (BT.601, rounded).
  static let yCbCr: [SIMD3<UInt8>] = [[76, 85, 255], [150, 44, 21], [29, 255, 107], [100, 128, 128]]
  static let colours: [SIMD3<Int>] = [[254, 0, 0], [0, 255, 1], [0, 0, 254], [100, 100, 100]]

  @Test(
    "shows the colours of every format, the first row at the top",
    arguments: PixelFormat.allCases.filter { $0 != .grey })
  func colours(format: PixelFormat) throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    let colours = format.isRGB ? Self.colours.map { SIMD3<UInt8>(truncatingIfNeeded: $0) } : Self.yCbCr
    pass.measure(Self.quarters(format, colours), keepsPicture: true) { _ in }
    let picture = try Self.shown(context, pass, width: 8, height: 8)
    for (index, (x, y)) in [(0, 0), (7, 0), (0, 7), (7, 7)].enumerated() {
      #expect(Self.near(picture[x, y], Self.colours[index]), "\(picture[x, y]) for \(Self.colours[index])")
    }
  }

  @Test("stretches the limited range from black to white")
  func range() throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    let frame = Self.quarters(
      .yu12, [[16, 128, 128], [235, 128, 128], [81, 90, 240], [0, 128, 128]], range: .limited)
    pass.measure(frame, keepsPicture: true) { _ in }
    let picture = try Self.shown(context, pass, width: 4, height: 4)
    for (x, y, colour) in [
      (0, 0, [0, 0, 0]), (3, 0, [255, 255, 255]), (0, 3, [254, 0, 0]), (3, 3, [0, 0, 0]),
    ]
      as [(Int, Int, SIMD3<Int>)]
    {
      #expect(Self.near(picture[x, y], colour))
    }
  }

  @Test(
    "turns clockwise",
    arguments: [
      (0, [0, 1, 2, 3]), (1, [2, 0, 3, 1]), (2, [3, 2, 1, 0]), (3, [1, 3, 0, 2]), (-1, [1, 3, 0, 2]),
    ])
  func turns(quarterTurns: Int, order: [Int]) throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    pass.measure(Self.quarters(.yuyv, Self.yCbCr), keepsPicture: true) { _ in }
    let picture = try Self.shown(context, pass, width: 4, height: 4) { $0.quarterTurns = quarterTurns }
    for (corner, (x, y)) in [(0, 0), (3, 0), (0, 3), (3, 3)].enumerated() {
      #expect(Self.near(picture[x, y], Self.colours[order[corner]]))
    }
  }

  @Test("shows a part of the picture in a part of the window and leaves the rest alone")
  func part() throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    pass.measure(Self.quarters(.uyvy, Self.yCbCr), keepsPicture: true) { _ in }
    let picture = try Self.shown(context, pass, width: 6, height: 4) {
      $0.viewport = PixelRectangle(x: 2, y: 0, width: 4, height: 4)
      $0.area = .init(x: 2, y: 0, width: 2, height: 2)
    }
    #expect(Self.near(picture[0, 0], .zero) && Self.near(picture[1, 3], .zero))
    // Pixels beside the other quarters are left out, because their colours are interpolated.
    for (x, y) in [(3, 0), (5, 0), (3, 2), (5, 2)] { #expect(Self.near(picture[x, y], Self.colours[1])) }
  }

  @Test("leaves out what lies outside of the picture")
  func outside() throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    pass.measure(Self.quarters(.uyvy, Self.yCbCr), keepsPicture: true) { _ in }
    let picture = try Self.shown(context, pass, width: 8, height: 4) {
      $0.area = .init(x: -4, y: 0, width: 8, height: 4)
    }
    for x in 0..<4 { #expect(Self.near(picture[x, 0], .zero)) }
    #expect(Self.near(picture[4, 0], Self.colours[0]) && Self.near(picture[7, 0], Self.colours[1]))
  }

  @Test("holds the scene still while the camera moves, if it is steady", arguments: [true, false])
  func steady(isSteady: Bool) throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context, backgroundDifferences: .gpu)
    let format = FrameFormat(.grey, width: 320, height: 240)
    let shift = SIMD2(9, -6)
    func measure(_ frames: Range<Int>, shift: SIMD2<Int>) throws -> Picture {
      for frame in frames {
        // Squares of 12 pixels with a random grey each.
        let picture = TestPicture(description: "a scene") { offset, format in
          let (row, column) = offset.quotientAndRemainder(dividingBy: format.planes[0].stride)
          let (x, y) = (column - shift.x + 120, row - shift.y + 120)
          return UInt8(40 + TestPicture.hash(y / 12 * 1000 + x / 12) % 160)
        }
        pass.measure(
          picture.frame(
            format, timestamp: Timestamp(seconds: Double(frame) / 30), sequence: UInt64(frame)),
          keepsPicture: true
        ) { _ in }
      }
      return try Self.shown(context, pass, width: 320, height: 240) { $0.isSteady = isSteady }
    }
    let before = try measure(0..<3, shift: .zero)
    let after = try measure(3..<12, shift: shift)
    let place = isSteady ? SIMD2.zero : shift
    var differences = 0
    for y in stride(from: 20, to: 220, by: 7) {
      for x in stride(from: 20, to: 300, by: 7) {
        let (one, other) = (Int(before[x, y].x), Int(after[x + place.x, y + place.y].x))
        if abs(one - other) > 12 { differences += 1 }
      }
    }
    // The rest of the shift beyond whole pixels is estimated: some samples lie at the edges of squares.
    #expect(differences < 120, "\(differences)")
    // A steady picture has no pixels where the camera looked before.
    #expect(Self.near(after[316, 120], .zero) == isSteady)
  }

  @Test("shows nothing before a picture is kept")
  func empty() throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    pass.measure(Self.quarters(.yu12, Self.yCbCr)) { _ in }
    #expect(try Self.shown(context, pass, width: 1, height: 1)[0, 0] == [0, 0, 0, 255])
  }

  @Test("is interpolated between pixels", arguments: [PixelFormat.grey, .yuyv, .rgb24])
  func smooth(format: PixelFormat) throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    // Two columns of black and two of white, whatever the format.
    let step: [SIMD3<UInt8>] =
      format == .rgb24 ? [[0, 0, 0], [255, 255, 255]] : [[0, 128, 128], [255, 128, 128]]
    pass.measure(Self.quarters(format, step + step), keepsPicture: true) { _ in }
    let picture = try Self.shown(context, pass, width: 16, height: 4)
    #expect((6..<10).map { picture[$0, 1].x } == [32, 96, 159, 223])
  }

  @Test("holds its picture while measuring goes on, and then shows the newest")
  func hold() throws {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    var means: [Double] = []
    func measure(_ level: UInt8) {
      let frame = Self.quarters(.yu12, Array(repeating: [level, 128, 128], count: 4))
      pass.measure(frame, keepsPicture: true) { means.append($0.mean) }
    }
    func shown() throws -> UInt8 { try Self.shown(context, pass, width: 1, height: 1)[0, 0].x }
    measure(10)
    pass.isPictureHeld = true
    let count = pass.pictureCount
    measure(20)
    measure(30)
    #expect(try shown() == 10)
    #expect(pass.pictureCount == count)
    pass.isPictureHeld = false
    #expect(try shown() == 30)
    measure(40)
    #expect(try shown() == 40)
    pass.drain { means.append($0.mean) }
    #expect(means == [10, 20, 30, 40])
  }
}
