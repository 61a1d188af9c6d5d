import CFFmpeg
import Synchronization

/// The memory for decoded pictures. Each picture is in one piece, with its planes at the same offsets every time, so it can be
/// lent without a copy. A buffer is reused when the last reference to its picture ends.
///
/// FFmpeg's own allocator gives each plane a separate buffer, at a distance that differs from frame to frame. Any thread may
/// call the functions; decoder threads do.
final class FFmpegBuffers: Sendable {
  // Accessed only through the mutex. FFmpeg's pool locks its list itself (av_buffer_pool_get, av_buffer_unref).
  private struct Pool: @unchecked Sendable {
    var size = 0
    var pool: OpaquePointer?
  }

  private let pool = Mutex(Pool())

  deinit {
    // Buffers in use keep the pool's memory until they return (av_buffer_pool_uninit).
    pool.withLock { av_buffer_pool_uninit(&$0.pool) }
  }

  /// Bytes between planes and after the last one: with vector instructions, decoders and scalers read and write a little beyond
  /// a plane (`plane_padding` of av_frame_get_buffer).
  private static let padding = 64

  /// Attaches a buffer to `frame`, whose format and size must be set.
  ///
  /// - Parameters:
  ///   - width: The width to allocate, in pixels, at least the frame's width; the same for `height`.
  ///   - alignment: Each plane's stride must be a multiple of its element.
  /// - Returns: 0, or one of FFmpeg's error codes.
  func attach(
    to frame: UnsafeMutablePointer<AVFrame>, width: Int32, height: Int32, alignment: SIMD8<Int32>
  ) -> Int32 {
    let format = AVPixelFormat(frame.pointee.format)
    let strides = ffmpeg_strides(frame)!
    var width = width
    // Widen the picture until every stride fits, as libavcodec does (update_frame_pool). A wider stride of one plane alone
    // would break the ratio of luma to chroma, on which some decoders rely.
    while true {
      let result = av_image_fill_linesizes(strides, format, width)
      guard result >= 0 else { return result }
      if (0..<4).allSatisfy({ strides[$0] % max(alignment[$0], 1) == 0 }) { break }
      width += width & ~(width - 1)
    }
    let planes = ffmpeg_planes(frame)!
    let size = av_image_fill_pointers(planes, format, height, nil, strides)
    guard size >= 0 else { return size }
    let planeCount = Int(av_pix_fmt_count_planes(format))
    guard let buffer = buffer(of: Int(size) + planeCount * Self.padding) else { return -ENOMEM }
    av_image_fill_pointers(planes, format, height, buffer.pointee.data, strides)
    for index in 0..<planeCount { planes[index]! += index * Self.padding }
    frame.pointee.buf.0 = buffer
    frame.pointee.extended_data = planes
    return 0
  }

  private func buffer(of size: Int) -> UnsafeMutablePointer<AVBufferRef>? {
    pool.withLock { pool in
      if pool.size != size {
        av_buffer_pool_uninit(&pool.pool)
        // Cleared, so that a partly decoded picture never shows other data.
        pool.pool = av_buffer_pool_init(size, av_buffer_allocz)
        pool.size = size
      }
      return pool.pool.flatMap { av_buffer_pool_get($0) }
    }
  }

  /// A decoder's `get_buffer2`.
  static let attachToDecoded:
    @convention(c) (UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVFrame>?, Int32) -> Int32 = {
      context, frame, flags in
      guard let context, let frame else { return -EINVAL }
      // "If AV_CODEC_CAP_DR1 is not set then get_buffer2() must call avcodec_default_get_buffer2()" (avcodec.h). Pictures that
      // will be converted do not need our layout.
      guard context.pointee.codec.pointee.capabilities & Int32(AV_CODEC_CAP_DR1) != 0,
        AVPixelFormat(frame.pointee.format).hasPixelFormat,
        let callbacks = FFmpegCallbacks.callbacks(of: context)
      else { return avcodec_default_get_buffer2(context, frame, flags) }
      var (width, height) = (frame.pointee.width, frame.pointee.height)
      var alignment = SIMD8<Int32>(repeating: 0)
      withUnsafeMutableBytes(of: &alignment) {
        avcodec_align_dimensions2(
          context, &width, &height, $0.baseAddress!.assumingMemoryBound(to: Int32.self))
      }
      return callbacks.buffers.attach(to: frame, width: width, height: height, alignment: alignment)
    }
}
