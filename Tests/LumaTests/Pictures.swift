import Frames

/// Pictures to measure, made of bytes.
struct TestPicture: Sendable, CustomStringConvertible {
  var description: String
  /// The byte at `offset` of the buffer, of a row `stride` long.
  var byte: @Sendable (_ offset: Int, _ format: FrameFormat) -> UInt8

  static let black = TestPicture(description: "black") { _, _ in 0 }
  static let white = TestPicture(description: "white") { _, _ in 255 }
  static let random = TestPicture(description: "random") { offset, _ in
    UInt8(truncatingIfNeeded: hash(offset))
  }
  static let nearlyClipped = TestPicture(description: "around the clip level") { offset, _ in
    UInt8(247 + hash(offset) % 6)
  }
  static let checkerboard = TestPicture(description: "checkerboard") { offset, format in
    let (y, x) = offset.quotientAndRemainder(dividingBy: format.planes[0].stride)
    return (x + y).isMultiple(of: 2) ? 255 : 0
  }
  /// One bright sample in each corner of the luma plane.
  static let corners = TestPicture(description: "bright corners") { offset, format in
    let plane = format.planes[0]
    let (y, x) = offset.quotientAndRemainder(dividingBy: plane.stride)
    guard y == 0 || y == plane.rows - 1 else { return 0 }
    // The packed formats' last pixels: any of the last four bytes may be luma.
    return x < 4 || (plane.rowBytes - 4..<plane.rowBytes).contains(x) ? 255 : 0
  }
  static let all = [black, white, random, nearlyClipped, checkerboard, corners]

  /// A hash of `value`, cut to be positive.
  static func hash(_ value: Int) -> Int {
    Int(SplitMix64.mixed(UInt64(value) &* SplitMix64.golden) >> 1)
  }

  func frame(
    _ format: FrameFormat, timestamp: Timestamp = .zero, sequence: UInt64 = 0, exposure: Double? = nil
  ) -> Frame {
    FramePool(format: format, capacity: 1).frame(
      timestamp: timestamp, sequence: sequence, exposure: exposure
    ) { bytes in
      for index in bytes.indices { bytes[index] = byte(index, format) }
    }!
  }
}

/// Sizes that meet the tile side, miss it by one, and are as small and as odd as can be.
let testSizes = [
  (1, 1), (2, 1), (1, 2), (15, 17), (16, 16), (17, 15), (31, 33), (64, 48), (99, 1), (1, 99), (161, 119),
]

/// Every pixel format at every size, packed and with padding at the end of rows.
let testFormats: [FrameFormat] = PixelFormat.allCases.flatMap { pixelFormat in
  testSizes.flatMap { width, height in
    let rowBytes = pixelFormat.planeSize(0, width: width, height: height).rowBytes
    return [
      FrameFormat(pixelFormat, width: width, height: height),
      FrameFormat(pixelFormat, width: width, height: height, stride: rowBytes + 24),
      FrameFormat(pixelFormat, width: width, height: height, stride: rowBytes + 7),
    ]
  }
}

/// The luma of every pixel, row by row, straight from the definition of the formats.
func referenceLuma(_ frame: borrowing Frame) -> [Int] {
  let format = frame.format
  let bytes = frame.withPlane(0) { Array($0) }
  var luma: [Int] = []
  for y in 0..<format.height {
    let start = y * format.planes[0].stride
    func byte(_ index: Int) -> Int { Int(bytes[start + index]) }
    func weighed(_ r: Int, _ g: Int, _ b: Int) -> Int {
      Int(((299 * Double(r) + 587 * Double(g) + 114 * Double(b) + 500.5) / 1000).rounded(.down))
    }
    for x in 0..<format.width {
      let pixel =
        switch format.pixelFormat {
        case .grey, .nv12, .yu12, .yuv422, .yuv444: byte(x)
        case .yuyv: byte(2 * x)
        case .uyvy: byte(2 * x + 1)
        case .rgb24: weighed(byte(3 * x), byte(3 * x + 1), byte(3 * x + 2))
        case .bgr24: weighed(byte(3 * x + 2), byte(3 * x + 1), byte(3 * x))
        }
      luma.append(pixel)
    }
  }
  return luma
}

/// The grid of a frame, straight from its definition.
func referenceGrid(_ frame: borrowing Frame) -> LumaGrid {
  let format = frame.format
  var grid = LumaGrid(
    width: format.width, height: format.height, timestamp: frame.timestamp, sequence: frame.sequence,
    exposure: frame.exposure)
  let luma = referenceLuma(frame)
  for row in 0..<grid.rows {
    for column in 0..<grid.columns {
      var sum = 0
      var maximum = 0
      var clipped = 0
      for y in row * 16..<min(row * 16 + 16, format.height) {
        for x in column * 16..<min(column * 16 + 16, format.width) {
          let luma = luma[y * format.width + x]
          sum += luma
          maximum = max(maximum, luma)
          clipped += luma >= 250 ? 1 : 0
        }
      }
      grid[column, row] = .init(sum: UInt16(sum), maximum: UInt8(maximum), clipped: UInt8(min(255, clipped)))
    }
  }
  return grid
}
