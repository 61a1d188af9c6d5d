/// How the pixels of a frame lie in memory: eight bits a sample, and no padding inside a row except at its end (the stride).
///
/// Raw values are the four-character codes of Video4Linux2 (`linux/videodev2.h`), except ``yuv444``, which has no
/// three-plane code there.
public enum PixelFormat: String, CaseIterable, Sendable, Codable {
  /// One plane: luma.
  case grey = "GREY"
  /// One plane: Y0 U Y1 V, two pixels in four bytes.
  case yuyv = "YUYV"
  /// One plane: U Y0 V Y1.
  case uyvy = "UYVY"
  /// Luma, then a half-size plane of interleaved U V.
  case nv12 = "NV12"
  /// Luma, then half-size U, then half-size V (I420).
  case yu12 = "YU12"
  /// Luma, then half-width U, then half-width V.
  case yuv422 = "422P"
  /// Luma, U and V, all full size.
  case yuv444 = "444P"
  /// One plane: R G B.
  case rgb24 = "RGB3"
  /// One plane: B G R.
  case bgr24 = "BGR3"

  /// The size of plane `index` for a picture of `width` x `height` pixels: bytes in a row without padding, and rows. For odd
  /// sizes, the chroma size is rounded up, as in V4L2, FFmpeg and YUV4MPEG2.
  public func planeSize(_ index: Int, width: Int, height: Int) -> (rowBytes: Int, rows: Int) {
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    return switch (self, index) {
    case (.yuyv, _), (.uyvy, _): (halfWidth * 4, height)
    case (.rgb24, _), (.bgr24, _): (width * 3, height)
    case (_, 0), (.yuv444, _): (width, height)
    case (.nv12, _): (halfWidth * 2, halfHeight)
    case (.yu12, _): (halfWidth, halfHeight)
    case (.yuv422, _): (halfWidth, height)
    case (.grey, _): (0, 0)
    }
  }

  public var planeCount: Int {
    switch self {
    case .grey, .yuyv, .uyvy, .rgb24, .bgr24: 1
    case .nv12: 2
    case .yu12, .yuv422, .yuv444: 3
    }
  }
}
