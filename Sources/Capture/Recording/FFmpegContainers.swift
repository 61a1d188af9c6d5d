import CFFmpeg

/// The allowed containers: those that hold the whole recording in one file.
///
/// FFmpeg also reads playlists, manifests, session descriptions and scripts. They name other files and hosts, which FFmpeg
/// would open. The names may come from an attacker.
enum FFmpegContainers {
  /// FFmpeg's names, separated by commas, for its `format_whitelist`.
  static let allowed = [
    // Cameras, phones, screen recorders and editors.
    "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "avi", "mpeg", "mpegts", "mpegvideo", "flv", "live_flv",
    "asf", "asf_o", "ogg", "dv", "mxf", "gxf", "lxf", "r3d", "rm", "swf", "nut", "ivf", "gif", "apng",
    "yuv4mpegpipe",
    // Television, surveillance, astronomy and high-speed cameras.
    "wtv", "ty", "nuv", "pva", "nsv", "dhav", "ifv", "lmlm4", "mpjpeg", "smjpeg", "ingenient", "kux",
    "ivr", "ser", "cine",
    // Streams without a container.
    "h261", "h263", "h264", "hevc", "vvc", "m4v", "mjpeg", "jpeg_pipe", "mjpeg_2000", "av1", "obu", "vc1",
    "vc1test",
    "dirac", "dnxhd", "cavsvideo", "avs2", "avs3",
  ].joined(separator: ",")

  /// Prevents `context`, and every context that a demuxer opens inside it, from opening files or hosts by name.
  static func confine(_ context: UnsafeMutablePointer<AVFormatContext>) {
    av_opt_set(context, "format_whitelist", allowed, 0)
    // An empty list allows no protocol.
    av_opt_set(context, "protocol_whitelist", "", 0)
    context.pointee.io_open = { _, _, _, _, _ in -EPERM }
  }

  /// Finds the container by the first bytes of `io`.
  ///
  /// - Throws: A `CaptureError` for one that is not allowed.
  static func probe(
    _ io: UnsafeMutablePointer<AVIOContext>, _ path: String
  ) throws(CaptureError) -> UnsafePointer<AVInputFormat> {
    var found: UnsafePointer<AVInputFormat>?
    let result = av_probe_input_buffer2(io, &found, nil, nil, 0, 0)
    guard result >= 0, let found else {
      throw .notUnderstood(
        path,
        reason: """
          it is no recording; Aldis reads videos, grid recordings and, with --luma, tables of brightness
          """)
    }
    guard av_match_list(found.pointee.name, allowed, CChar(bitPattern: UInt8(ascii: ","))) > 0 else {
      let name = String(cString: found.pointee.long_name ?? found.pointee.name)
      throw .notUnderstood(
        path, reason: "its format is \(name); name a video, such as an MP4 or Matroska file")
    }
    return found
  }
}
