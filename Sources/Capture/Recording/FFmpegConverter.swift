import CFFmpeg

/// Converts pictures that cannot be lent directly: 10-bit and other formats to the nearest ``PixelFormat``, and pictures that
/// are stored bottom up or in several pieces to one piece.
///
/// Not `Sendable`: belongs to one recording.
final class FFmpegConverter {
  private let buffers: FFmpegBuffers
  private let target = FFmpegPicture()
  private var scaler: OpaquePointer?

  init(buffers: FFmpegBuffers) { self.buffers = buffers }

  deinit { sws_freeContext(scaler) }

  /// Replaces the pixels of `picture`; times and flags stay.
  ///
  /// - Returns: 0, or one of FFmpeg's error codes.
  func convert(_ picture: UnsafeMutablePointer<AVFrame>) -> Int32 {
    let source = AVPixelFormat(picture.pointee.format)
    let nearest = source.nearest
    let converted = target.frame
    converted.pointee.format = nearest.rawValue
    converted.pointee.width = picture.pointee.width
    converted.pointee.height = picture.pointee.height
    var result = buffers.attach(
      to: converted, width: converted.pointee.width, height: converted.pointee.height,
      alignment: SIMD8(repeating: 64))
    guard result >= 0 else { return result }
    result = av_frame_copy_props(converted, picture)
    guard result >= 0 else { return result }
    result = source == nearest ? av_frame_copy(converted, picture) : scale(picture, to: nearest)
    av_frame_unref(picture)
    av_frame_move_ref(picture, converted)
    return result
  }

  /// Converts to `format`. Samples keep their range: 10-bit studio range becomes 8-bit studio range.
  private func scale(_ picture: UnsafeMutablePointer<AVFrame>, to format: AVPixelFormat) -> Int32 {
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    scaler = sws_getCachedContext(
      scaler, width, height, AVPixelFormat(picture.pointee.format), width, height, format,
      SWS_BILINEAR, nil, nil, nil)
    guard let scaler else { return -EINVAL }
    let isFull: Int32 = picture.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
    let colours = sws_getCoefficients(SWS_CS_DEFAULT)
    // FFmpeg refuses this for formats without a range, such as RGB. That is no error.
    sws_setColorspaceDetails(scaler, colours, isFull, colours, isFull, 0, 1 << 16, 1 << 16)
    return withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 4) { sources in
      for index in 0..<4 {
        sources.initializeElement(at: index, to: UnsafePointer(ffmpeg_planes(picture)[index]))
      }
      return sws_scale(
        scaler, sources.baseAddress, ffmpeg_strides(picture), 0, height, ffmpeg_planes(target.frame),
        ffmpeg_strides(target.frame))
    }
  }
}
