import CFFmpeg
import Frames
import Glibc
import Localization

/// Demuxes an open container: reads the packets of its video stream, without decoding.
///
/// The container is recognized by the bytes of the file, never by its name. No other file is opened, even if the bytes name
/// one: see ``FFmpegContainers``.
final class FFmpegInput {
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let io: UnsafeMutablePointer<AVIOContext>
  private let file: FFmpegFile
  private let callbacks: FFmpegCallbacks
  let stream: UnsafeMutablePointer<AVStream>

  private static let bufferSize = 128 << 10

  /// - Parameter callbacks: Retained until the container is closed.
  init(_ recording: RecordingFile, callbacks: FFmpegCallbacks) throws(CaptureError) {
    self.callbacks = callbacks
    let file = FFmpegFile(recording)
    self.file = file
    guard
      let buffer = av_malloc(Self.bufferSize),
      let io = avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, file.opaque,
        FFmpegFile.read, nil, recording.isSeekable ? FFmpegFile.seek : nil)
    else { preconditionFailure("no memory for a file's buffer") }
    self.io = io
    var context = avformat_alloc_context()
    do throws(CaptureError) {
      stream = try Self.open(&context, io, recording.path, callbacks)
      self.context = context
    } catch {
      Self.close(&context, io)
      // A failed disk is the cause of all later errors.
      throw file.failure ?? error
    }
  }

  deinit { Self.close(&context, io) }

  private static func open(
    _ context: inout UnsafeMutablePointer<AVFormatContext>?, _ io: UnsafeMutablePointer<AVIOContext>,
    _ path: String, _ callbacks: FFmpegCallbacks
  ) throws(CaptureError) -> UnsafeMutablePointer<AVStream> {
    let container = try FFmpegContainers.probe(io, path)
    if let context {
      context.pointee.pb = io
      context.pointee.opaque = callbacks.opaque
      FFmpegContainers.confine(context)
    }
    // Frees the context when it fails.
    var result = avformat_open_input(&context, nil, container, nil)
    guard result >= 0, let opened = context else {
      throw .notUnderstood(path, reason: callbacks.log.last ?? ffmpegReason(result))
    }
    result = avformat_find_stream_info(opened, nil)
    let index = av_find_best_stream(opened, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard index >= 0, let stream = opened.pointee.streams[Int(index)],
      // An attached picture is the cover of a piece of music.
      stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    else { throw .noPicture(path) }
    for other in 0..<Int(opened.pointee.nb_streams) where other != Int(index) {
      opened.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
    }
    return stream
  }

  private static func close(
    _ context: inout UnsafeMutablePointer<AVFormatContext>?, _ io: UnsafeMutablePointer<AVIOContext>
  ) {
    avformat_close_input(&context)
    // FFmpeg may have replaced the buffer (avio_alloc_context).
    av_freep(&io.pointee.buffer)
    var io: UnsafeMutablePointer<AVIOContext>? = io
    avio_context_free(&io)
  }

  enum Arrival {
    case packet
    case end
    /// The container ends early or is damaged here.
    case broken(reason: LocalizedText)
  }

  /// Reads the stream's next packet into `packet`, which must be empty.
  func read(into packet: UnsafeMutablePointer<AVPacket>) throws(CaptureError) -> Arrival {
    while true {
      let result = av_read_frame(context, packet)
      if let failure = file.failure { throw failure }
      if result < 0, file.isInterrupted { return .end }
      switch result {
      case ffmpeg_end_of_file:
        if endsEarly { return .broken(reason: "the file ends before its last picture") }
        // Matroska's demuxer reports a cut file only here.
        return callbacks.log.lastOfDemuxer.map { .broken(reason: $0) } ?? .end
      case -EAGAIN: continue
      case ..<0: return .broken(reason: callbacks.log.last ?? ffmpegReason(result))
      default:
        // Errors in the middle of a file do not concern its end.
        if io.pointee.eof_reached == 0 { callbacks.log.forgetDemuxer() }
        if packet.pointee.stream_index == stream.pointee.index { return .packet }
        av_packet_unref(packet)
      }
    }
  }

  /// Whether the container's index lists packets beyond the end of the file. Few demuxers check this.
  private var endsEarly: Bool {
    guard let length = file.length else { return false }
    return (0..<avformat_index_get_entries_count(stream)).contains { index in
      guard let entry = avformat_index_get_entry(stream, index)?.pointee else { return false }
      return entry.pos > Int64(length) - Int64(entry.size)
    }
  }

  /// Continues at the last key frame at or before `time`.
  ///
  /// - Returns: Whether the container supports it; if not, nothing has changed.
  func seek(to time: Timestamp) -> Bool {
    let nanosecond = AVRational(num: 1, den: 1_000_000_000)
    let place = av_rescale_q(time.nanoseconds, nanosecond, stream.pointee.time_base)
    return avformat_seek_file(context, stream.pointee.index, .min, place, place, 0) >= 0
  }

  /// From the stream's first picture to its end, if the container reports these times and can be read from any moment.
  var span: ClosedRange<Timestamp>? {
    guard file.length != nil, let context else { return nil }
    func time(_ units: Int64, of unit: AVRational) -> Int64? {
      units == ffmpeg_no_timestamp ? nil : av_rescale_q(units, unit, AVRational(num: 1, den: 1_000_000_000))
    }
    let microsecond = AVRational(num: 1, den: 1_000_000)
    let start = time(stream.pointee.start_time, of: stream.pointee.time_base) ?? 0
    let length =
      time(stream.pointee.duration, of: stream.pointee.time_base)
      ?? time(context.pointee.duration, of: microsecond) ?? 0
    let (end, overflows) = start.addingReportingOverflow(length)
    guard length > 0, !overflows else { return nil }
    return Timestamp(nanoseconds: start)...Timestamp(nanoseconds: end)
  }

  /// Frames per second; `nil` if the container does not report it or the rate varies.
  var nominalRate: Double? {
    let average = av_q2d(stream.pointee.avg_frame_rate)
    // "The lowest framerate with which all timestamps can be represented accurately" (avformat.h): for a steady
    // stream, its rate.
    let finest = av_q2d(stream.pointee.r_frame_rate)
    guard average.isFinite, average > 0 else { return nil }
    return abs(finest / average - 1) < 0.01 ? average : nil
  }

  /// The usual time between two frames, in seconds; 1/25 s if unknown.
  var usualInterval: Double {
    for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate] {
      let rate = av_q2d(rate)
      if rate.isFinite, rate > 0 { return 1 / rate }
    }
    return 1.0 / 25
  }

  /// Clockwise quarter turns to show the picture upright. Other angles are rounded.
  var quarterTurns: Int {
    guard let matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) else { return 0 }
    // Degrees, counterclockwise.
    let angle = matrix.withMemoryRebound(to: Int32.self, capacity: 9) { av_display_rotation_get($0) }
    guard angle.isFinite else { return 0 }
    let turns = Int((-angle / 90).rounded())
    return (turns % 4 + 4) % 4
  }
}

/// The bytes of a recording for FFmpeg's `AVIOContext`.
private final class FFmpegFile {
  private let recording: RecordingFile
  private var position = 0
  /// The error of a failed read. In some places FFmpeg reports it as the end of the file.
  private(set) var failure: CaptureError?

  init(_ recording: RecordingFile) { self.recording = recording }

  var length: Int? { recording.length }

  var isInterrupted: Bool { recording.isInterrupted() }

  var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func file(of opaque: UnsafeMutableRawPointer?) -> FFmpegFile {
    Unmanaged<FFmpegFile>.fromOpaque(opaque!).takeUnretainedValue()
  }

  static let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = {
    opaque, bytes, count in
    file(of: opaque).read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
  }

  static let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64 = {
    opaque, offset, whence in
    file(of: opaque).seek(to: offset, whence & ~AVSEEK_FORCE)
  }

  private func read(into target: UnsafeMutableRawBufferPointer) -> Int32 {
    do throws(CaptureError) {
      var count = 0
      if recording.isSeekable {
        // FFmpeg may search a file for hours, for example one with a long gap.
        guard !isInterrupted else { return ffmpeg_end_of_file }
        count = try recording.read(into: target, at: position)
      } else if case .bytes(let arrived) = try recording.read(into: target) {
        count = arrived
      }
      position += count
      return count == 0 ? ffmpeg_end_of_file : Int32(count)
    } catch {
      failure = error
      return -EIO
    }
  }

  private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
    guard let length = recording.length else { return Int64(-ESPIPE) }
    if whence == AVSEEK_SIZE { return Int64(length) }
    let origin =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: position
      case SEEK_END: length
      default: -1
      }
    let (target, overflows) = origin.addingReportingOverflow(Int(offset))
    guard origin >= 0, !overflows, target >= 0 else { return Int64(-EINVAL) }
    position = target
    return Int64(target)
  }
}
