import CFFmpeg
import Frames

extension PixelFormat {
  /// The pixel format with exactly the same memory layout as FFmpeg's; `nil` if there is none.
  init?(_ format: AVPixelFormat) {
    switch format {
    case AV_PIX_FMT_GRAY8: self = .grey
    case AV_PIX_FMT_YUYV422: self = .yuyv
    case AV_PIX_FMT_UYVY422: self = .uyvy
    case AV_PIX_FMT_NV12: self = .nv12
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: self = .yu12
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P: self = .yuv422
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: self = .yuv444
    case AV_PIX_FMT_RGB24: self = .rgb24
    case AV_PIX_FMT_BGR24: self = .bgr24
    default: return nil
    }
  }
}

extension AVPixelFormat {
  /// Whether ``PixelFormat`` has this format.
  var hasPixelFormat: Bool { PixelFormat(self) != nil }

  /// The format with a ``PixelFormat`` that loses the least: this format if possible, else 8 bits per sample with chroma at
  /// least as fine.
  var nearest: AVPixelFormat {
    if hasPixelFormat { return self }
    guard let descriptor = av_pix_fmt_desc_get(self)?.pointee else { return AV_PIX_FMT_RGB24 }
    // A palette counts as RGB (pixdesc.h), Bayer patterns carry the flag too.
    let isRGB = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    if isRGB { return AV_PIX_FMT_RGB24 }
    if descriptor.nb_components <= 2 { return AV_PIX_FMT_GRAY8 }
    return switch (descriptor.log2_chroma_w, descriptor.log2_chroma_h) {
    case (1..., 1...): AV_PIX_FMT_YUV420P
    case (1..., 0): AV_PIX_FMT_YUV422P
    default: AV_PIX_FMT_YUV444P
    }
  }
}

extension AVFrame {
  /// The range of the picture's luma codes. The "J" formats are full by definition, and grey counts as full if the range is
  /// unspecified, as in FFmpeg's scaler.
  var range: FrameFormat.Range {
    switch AVPixelFormat(format) {
    case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P: return .full
    case AV_PIX_FMT_GRAY8 where color_range == AVCOL_RANGE_UNSPECIFIED: return .full
    default: return color_range == AVCOL_RANGE_JPEG ? .full : .limited
    }
  }
}
