import Frames
import Testing

@testable import Luma

@Suite("The CPU reference")
struct CPULumaTests {
  @Test("equals the definition in every format and size, whatever the picture", arguments: testFormats)
  func reference(format: FrameFormat) {
    var grid = LumaGrid(width: 1, height: 1)
    for picture in TestPicture.all {
      let frame = picture.frame(format)
      CPULuma.measure(frame, into: &grid)
      let reference = referenceGrid(frame)
      #expect(grid == reference, "\(picture)")
    }
  }

  @Test(
    "measures the negative of a frame in every format and size: black below the clip level, white 0",
    arguments: testFormats)
  func negative(format: FrameFormat) {
    for picture in TestPicture.all {
      let frame = picture.frame(format)
      let luma = referenceLuma(frame).map { 249 - min(249, $0) }
      let negative = TestPicture(description: "negative") { offset, _ in UInt8(luma[offset]) }
        .frame(FrameFormat(.grey, width: format.width, height: format.height))
      var measurement = SceneMeasurement(isNegative: true)
      var positive = SceneMeasurement()
      let (grid, expected) = (measurement.measure(frame), positive.measure(negative))
      #expect(grid == expected, "\(picture)")
    }
  }

  @Test("weighs red, green and blue, and rounds halves up")
  func colours() {
    let table: [((UInt8, UInt8, UInt8), Int)] = [
      ((0, 0, 0), 0), ((255, 255, 255), 255), ((255, 0, 0), 76), ((0, 255, 0), 150), ((0, 0, 255), 29),
      // 299 x 1 + 587 x 0 + 114 x 2 = 527; 299 x 1 + 114 x 1 = 413; 114 x 250 = 28 500, a half.
      ((1, 0, 2), 1), ((1, 0, 1), 0), ((0, 0, 250), 29),
    ]
    for ((r, g, b), luma) in table {
      for (format, bytes) in [(PixelFormat.rgb24, [r, g, b]), (.bgr24, [b, g, r])] {
        var grid = LumaGrid(width: 1, height: 1)
        let picture = TestPicture(description: "one pixel") { offset, _ in bytes[offset] }
        CPULuma.measure(picture.frame(FrameFormat(format, width: 1, height: 1)), into: &grid)
        #expect(grid.tiles[0].sum == luma)
      }
    }
  }

  @Test("takes time, count and exposure from the frame")
  func stamp() {
    var grid = LumaGrid(width: 16, height: 16)
    let frame = TestPicture.black.frame(
      FrameFormat(.grey, width: 20, height: 20), timestamp: Timestamp(nanoseconds: 7), sequence: 3,
      exposure: 0.01)
    CPULuma.measure(frame, into: &grid)
    #expect((grid.timestamp, grid.sequence, grid.exposure) == (Timestamp(nanoseconds: 7), 3, 0.01))
    #expect((grid.columns, grid.rows) == (2, 2))
  }
}
