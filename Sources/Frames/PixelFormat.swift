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

  /// How the luma of neighbouring pixels lies in plane 0.
  public var lumaLayout: LumaLayout {
    switch self {
    case .grey, .nv12, .yu12, .yuv422, .yuv444: .plane
    case .yuyv: .evenBytes
    case .uyvy: .oddBytes
    case .rgb24: .rgb
    case .bgr24: .bgr
    }
  }

  /// The planes of chroma after plane 0; `nil` if there are none. A sample has `bytes` bytes, two if it is a U and a V, and
  /// belongs to `width` x `height` pixels.
  public var chromaPlanes: (count: Int, bytes: Int, width: Int, height: Int)? {
    switch self {
    case .grey, .yuyv, .uyvy, .rgb24, .bgr24: nil
    case .nv12: (1, 2, 2, 2)
    case .yu12: (2, 1, 2, 2)
    case .yuv422: (2, 1, 2, 1)
    case .yuv444: (2, 1, 1, 1)
    }
  }
}

extension PixelFormat {
  /// How the luma of neighbouring pixels lies in plane 0.
  public enum LumaLayout: Sendable {
    /// One byte per pixel.
    case plane
    /// Y U Y V: two bytes per pixel, luma in the first.
    case evenBytes
    /// U Y V Y: two bytes per pixel, luma in the second.
    case oddBytes
    /// Three bytes per pixel, from which luma is computed.
    case rgb
    /// The same, in reverse order.
    case bgr

    /// The fewest pixels that share no byte with others, and their bytes.
    public var macropixel: (pixels: Int, bytes: Int) {
      switch self {
      case .plane: (1, 1)
      case .evenBytes, .oddBytes: (2, 4)
      case .rgb, .bgr: (1, 3)
      }
    }
  }

  /// The number of planes, 1...3.
  public var planeCount: Int { 1 + (chromaPlanes?.count ?? 0) }

  /// The size of plane `index` for a picture of `width` x `height` pixels: bytes in a row without padding, and rows. For odd
  /// sizes, the chroma size is rounded up, as in V4L2, FFmpeg and YUV4MPEG2.
  public func planeSize(_ index: Int, width: Int, height: Int) -> (rowBytes: Int, rows: Int) {
    guard index > 0, let chroma = chromaPlanes else {
      let (pixels, bytes) = lumaLayout.macropixel
      return ((width + pixels - 1) / pixels * bytes, height)
    }
    return (
      (width + chroma.width - 1) / chroma.width * chroma.bytes, (height + chroma.height - 1) / chroma.height
    )
  }

  /// Whether pixels are red, green and blue, not luma and chroma.
  public var isRGB: Bool {
    switch lumaLayout {
    case .rgb, .bgr: true
    case .plane, .evenBytes, .oddBytes: false
    }
  }
}
