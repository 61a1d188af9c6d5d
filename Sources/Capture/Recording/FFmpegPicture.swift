import CFFmpeg

/// Memory for one decoded picture's description and its reference to pixels.
///
/// It belongs to one thread at a time.
final class FFmpegPicture: @unchecked Sendable {
  let frame: UnsafeMutablePointer<AVFrame>

  init() {
    guard let frame = av_frame_alloc() else { preconditionFailure("no memory for a picture's description") }
    self.frame = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }
}

/// Memory for one packet's description and its reference to compressed data.
struct FFmpegPacket: ~Copyable {
  let packet: UnsafeMutablePointer<AVPacket>

  init() {
    guard let packet = av_packet_alloc() else { preconditionFailure("no memory for a packet's description") }
    self.packet = packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }
}
