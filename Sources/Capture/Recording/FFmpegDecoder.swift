import CFFmpeg
import Glibc

/// Turns a stream's packets into pictures.
final class FFmpegDecoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private let callbacks: FFmpegCallbacks

  /// More threads would delay more pictures and take processor time from the measurement, for little gain.
  private static let maximumThreads = 2

  /// - Parameter callbacks: Retained until the decoder is closed; pictures are decoded into its buffers.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, path: String, callbacks: FFmpegCallbacks
  ) throws(CaptureError) {
    self.callbacks = callbacks
    let parameters = stream.pointee.codecpar!
    let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
    guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw .notUnderstood(path, reason: "this FFmpeg has no decoder for \(name)")
    }
    guard let context = avcodec_alloc_context3(codec) else {
      preconditionFailure("no memory for a decoder")
    }
    self.context = context
    avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.opaque = callbacks.opaque
    context.pointee.get_buffer2 = FFmpegBuffers.attachToDecoded
    ffmpeg_call_get_buffer_on_any_thread(context)
    context.pointee.thread_count = Int32(min(Self.maximumThreads, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let result = avcodec_open2(context, codec, nil)
    guard result >= 0 else {
      avcodec_free_context(&self.context)
      throw .notUnderstood(
        path, reason: "\(name) cannot be decoded: \(callbacks.log.last ?? ffmpegReason(result))")
    }
  }

  deinit { avcodec_free_context(&context) }

  /// Sends a packet, or `nil` after the last one. Call this only after ``Arrival/needsPacket``.
  ///
  /// - Returns: Whether the decoder accepted it; it refuses a damaged packet.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool {
    let result = avcodec_send_packet(context, packet)
    return result >= 0 || result == ffmpeg_end_of_file
  }

  /// Drops all packets so far, before packets from another place of the recording.
  func flush() { avcodec_flush_buffers(context) }

  enum Arrival {
    case picture
    case needsPacket
    /// A packet could not be decoded.
    case damaged
    case end
  }

  /// The next picture in the order of presentation, moved into `picture`, which must be empty.
  func receive(into picture: UnsafeMutablePointer<AVFrame>) -> Arrival {
    switch avcodec_receive_frame(context, picture) {
    case 0...: .picture
    case -EAGAIN: .needsPacket
    case ffmpeg_end_of_file: .end
    default: .damaged
    }
  }
}
