import CFFmpeg

/// The object behind the `opaque` of our format and codec contexts, for FFmpeg's callbacks.
final class FFmpegCallbacks: Sendable {
  let log = FFmpegLog()
  let buffers = FFmpegBuffers()

  init() { precondition(FFmpegLog.isInstalled) }

  /// For a context's `opaque`. Code that sets it must retain this object until the context is freed.
  var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The callbacks of the recording that `context` belongs to; `nil` for a context of another kind, such as a scaler.
  ///
  /// - Parameter context: A context from FFmpeg's log: a struct whose first field points to its `AVClass`.
  static func callbacks(of context: UnsafeMutableRawPointer) -> FFmpegCallbacks? {
    let kind = context.load(as: UnsafePointer<AVClass>?.self)
    let opaque: UnsafeMutableRawPointer? =
      switch kind {
      case nil: nil
      case avformat_get_class(): context.assumingMemoryBound(to: AVFormatContext.self).pointee.opaque
      case avcodec_get_class(): context.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
      default: nil
      }
    return opaque.map { Unmanaged<FFmpegCallbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether `context`, from FFmpeg's log, is a container's.
  static func isDemuxer(_ context: UnsafeMutableRawPointer) -> Bool {
    context.load(as: UnsafePointer<AVClass>?.self) == avformat_get_class()
  }
}
