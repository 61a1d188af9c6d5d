import CFFmpeg
import Frames
import Testing

@testable import Capture

@Suite struct FFmpegFormatTests {
  @Test("every pixel format is one of FFmpeg's, with the same planes")
  func layouts() {
    var found: Set<PixelFormat> = []
    var descriptor = av_pix_fmt_desc_next(nil)
    while let known = descriptor {
      descriptor = av_pix_fmt_desc_next(known)
      let theirs = av_pix_fmt_desc_get_id(known)
      guard let ours = PixelFormat(theirs) else { continue }
      found.insert(ours)
      #expect(ours.planeCount == Int(av_pix_fmt_count_planes(theirs)), "\(ours)")
      for (width, height) in [(4, 4), (5, 3)] {
        let bytes = av_image_get_buffer_size(theirs, Int32(width), Int32(height), 1)
        #expect(FrameFormat(ours, width: width, height: height).byteCount == Int(bytes), "\(ours)")
      }
    }
    #expect(found == Set(PixelFormat.allCases))
  }
}
