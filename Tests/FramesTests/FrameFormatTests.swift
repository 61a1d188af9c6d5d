import Frames
import Testing

@Suite("FrameFormat")
struct FrameFormatTests {
  @Test(
    "a packed frame has the bytes that its format needs; odd chroma sizes are rounded up",
    arguments: [
      (PixelFormat.grey, 5, 3, 15),
      (.yuyv, 4, 2, 16), (.yuyv, 5, 3, 36), (.uyvy, 5, 3, 36),
      (.nv12, 4, 4, 24), (.nv12, 5, 3, 15 + 6 * 2),
      (.yu12, 4, 4, 24), (.yu12, 5, 3, 15 + 3 * 2 * 2),
      (.yuv422, 5, 3, 15 + 3 * 3 * 2), (.yuv444, 5, 3, 45),
      (.rgb24, 5, 3, 45), (.bgr24, 5, 3, 45),
    ])
  func byteCount(format: PixelFormat, width: Int, height: Int, bytes: Int) {
    #expect(FrameFormat(format, width: width, height: height).byteCount == bytes)
  }

  @Test("a stride pads every row but the last, and halves for chroma planes of half width")
  func stride() {
    let padded = FrameFormat(.yu12, width: 6, height: 4, stride: 8)
    #expect(padded.planes.map(\.stride) == [8, 4, 4])
    #expect(padded.planes.map(\.offset) == [0, 32, 40])
    #expect(padded.byteCount == 40 + 4 + 3)
    #expect(FrameFormat(.yuyv, width: 6, height: 4, stride: 16).byteCount == 16 * 3 + 12)
  }

  @Test("a stride smaller than a row is a driver's mistake; the row length is used instead")
  func shortStride() {
    #expect(FrameFormat(.grey, width: 10, height: 2, stride: 4).planes[0].stride == 10)
  }
}
