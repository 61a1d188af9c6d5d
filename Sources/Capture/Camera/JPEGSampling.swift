import CTurboJPEG
import Frames

/// How a JPEG stores its colour, and the ``PixelFormat`` in which it is decoded without a change of luma samples.
enum JPEGSampling: Equatable {
  /// The picture has only luma, or only luma is wanted.
  case grey
  case full
  case halfWidth
  case halfBoth
  /// 4:4:0: the sampling of a 4:2:2 picture that was turned by 90 degrees.
  case halfHeight
  /// 4:1:1.
  case quarterWidth
  /// RGB, or sampling factors that libjpeg-turbo has no name for.
  case converted

  /// - Returns: `nil` if libjpeg-turbo cannot convert it to RGB.
  init?(subsampling: Int32, colourSpace: Int32) {
    switch TJCS(UInt32(bitPattern: colourSpace)) {
    case TJCS_GRAY: self = .grey
    case TJCS_RGB: self = .converted
    case TJCS_YCbCr:
      self =
        switch TJSAMP(UInt32(bitPattern: subsampling)) {
        case TJSAMP_444: .full
        case TJSAMP_422: .halfWidth
        case TJSAMP_420: .halfBoth
        case TJSAMP_440: .halfHeight
        case TJSAMP_411: .quarterWidth
        default: .converted
        }
    default: return nil
    }
  }

  /// The coarser chroma of 4:4:0 and 4:1:1 is repeated into the next finer format.
  var pixelFormat: PixelFormat {
    switch self {
    case .grey: .grey
    case .full, .halfHeight: .yuv444
    case .halfWidth, .quarterWidth: .yuv422
    case .halfBoth: .yu12
    case .converted: .rgb24
    }
  }

  /// The sampling for decoding luma only, with the same luma samples.
  var withoutColour: JPEGSampling { self == .converted ? self : .grey }

  /// libjpeg-turbo writes whole MCU columns and rows: luma is padded to a multiple of these (`tjPlaneWidth`).
  private var lumaPadding: (width: Int, height: Int) {
    switch self {
    case .grey, .full, .converted: (1, 1)
    case .halfWidth: (2, 1)
    case .halfBoth: (2, 2)
    case .halfHeight: (1, 2)
    case .quarterWidth: (4, 1)
    }
  }

  /// Planes one after another, each large enough for libjpeg-turbo's whole MCUs.
  func format(width: Int, height: Int) -> FrameFormat {
    let pixelFormat = pixelFormat
    let padding = lumaPadding
    var offset = 0
    let planes = (0..<pixelFormat.planeCount).map { index in
      let (rowBytes, rows) = pixelFormat.planeSize(index, width: width, height: height)
      let stride = index == 0 ? rowBytes.roundedUp(to: padding.width) : rowBytes
      defer { offset += stride * (index == 0 ? rows.roundedUp(to: padding.height) : rows) }
      return FrameFormat.Plane(offset: offset, stride: stride, rowBytes: rowBytes, rows: rows)
    }
    return FrameFormat(pixelFormat, width: width, height: height, planes: planes, range: .full)
  }
}

extension Int {
  func roundedUp(to multiple: Int) -> Int { (self + multiple - 1) / multiple * multiple }
}
