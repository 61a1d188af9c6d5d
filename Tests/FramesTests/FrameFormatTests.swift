import Frames
import Testing

@Suite("FrameFormat")
struct FrameFormatTests {
  @Test(
    "a packed frame has the bytes that its format needs; odd chroma sizes are rounded up",
    arguments: PixelFormat.allCases)
  func byteCount(format: PixelFormat) {
    let (even, odd) =
      switch format {
      case .grey: (16, 15)
      case .yuyv, .uyvy: (32, 36)
      case .nv12: (16 + 4 * 2, 15 + 6 * 2)
      case .yu12: (16 + 2 * 2 * 2, 15 + 3 * 2 * 2)
      case .yuv422: (16 + 2 * 4 * 2, 15 + 3 * 3 * 2)
      case .yuv444, .rgb24, .bgr24: (48, 45)
      }
    #expect(FrameFormat(format, width: 4, height: 4).byteCount == even)
    #expect(FrameFormat(format, width: 5, height: 3).byteCount == odd)
  }

  @Test("the formats of red, green and blue always have the full range")
  func range() {
    let full = PixelFormat.allCases.filter {
      FrameFormat($0, width: 4, height: 4, range: .limited).range == .full
    }
    #expect(full == [.rgb24, .bgr24])
  }

  @Test("a stride pads every row but the last, and halves for chroma planes of half width")
  func stride() {
    let padded = FrameFormat(.yu12, width: 6, height: 4, stride: 8)
    #expect(padded.planes.map(\.stride) == [8, 4, 4])
    #expect(padded.planes.map(\.offset) == [0, 32, 40])
    #expect(padded.byteCount == 40 + 4 + 3)
    #expect(FrameFormat(.yuyv, width: 6, height: 4, stride: 16).byteCount == 16 * 3 + 12)
  }

  @Test("if a driver reports a stride smaller than a row, the length of the row is used")
  func shortStride() {
    #expect(FrameFormat(.grey, width: 10, height: 2, stride: 4).planes[0].stride == 10)
  }
}
