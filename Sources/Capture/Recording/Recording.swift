import CFFmpeg
import Frames
import Localization

/// A recording in any container and codec that FFmpeg reads.
///
/// Pictures come in the order of presentation, at the container's times (``RecordingClock`` replaces missing and impossible
/// ones). They are lent from the decoder's memory. Formats that ``PixelFormat`` does not have become the nearest 8-bit format.
/// Damaged pictures and packets that the decoder refuses are reported as lost. A cut recording delivers everything before the
/// cut.
public final class Recording: SeekableSource {
  public private(set) var info: SourceInfo

  private let path: String
  private let input: FFmpegInput
  private let decoder: FFmpegDecoder
  private let converter: FFmpegConverter
  private let frames = FFmpegFrames(capacity: 8)
  private var clock: RecordingClock
  private let compressed = FFmpegPacket()
  private let decoded = FFmpegPicture()
  /// The layout that `info.format` describes.
  private var layout: FFmpegLayout?
  /// Pictures decoded so far, damaged ones included.
  private var count: UInt64 = 0
  /// Events that `next` returns before it decodes more.
  private var waiting = Waiting()
  private var brokenReason: LocalizedText?
  private var isDraining = false
  /// The time that was sought. Pictures before it are decoded only because later ones depend on them.
  private var wanted: Timestamp?

  private struct Waiting {
    var lost: FramesLost?
    /// `picture` holds a good picture of this time.
    var picture: Timestamp?
  }

  /// Decodes up to its first picture.
  init(_ file: RecordingFile) throws(CaptureError) {
    let callbacks = FFmpegCallbacks()
    path = file.path
    input = try FFmpegInput(file, callbacks: callbacks)
    decoder = try FFmpegDecoder(input.stream, path: file.path, callbacks: callbacks)
    converter = FFmpegConverter(buffers: callbacks.buffers)
    clock = RecordingClock(unit: input.stream.pointee.time_base, usualInterval: input.usualInterval)
    info = SourceInfo(
      name: file.name, format: FrameFormat(.grey, width: 1, height: 1), nominalRate: input.nominalRate,
      isLive: false, quarterTurns: input.quarterTurns, span: input.span)
    try decodeFirst()
  }

  private func decodeFirst() throws(CaptureError) {
    while true {
      switch try decodeNext() {
      case .picture(let time):
        _ = try takeLayout()
        waiting.picture = time
        return
      case .damaged(let time):
        let count = (waiting.lost?.count ?? 0) + 1
        waiting.lost = FramesLost(count: count, cause: .damaged, time: time)
      case .end:
        if let brokenReason { throw .notUnderstood(path, reason: brokenReason) }
        throw waiting.lost == nil
          ? .noPicture(path) : .notUnderstood(path, reason: "none of its pictures can be decoded")
      }
    }
  }

  public func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    if let lost = waiting.lost.take() { return .lost(lost) }
    let deadline = ContinuousClock.now + timeout
    guard deadline.wait(until: { frames.available > 0 }) else { return .nothing }
    if let time = waiting.picture.take() { return lend(time) }
    switch try decodeNext() {
    case .picture(let time):
      if let wanted, time < wanted {
        av_frame_unref(picture)
        return .nothing
      }
      wanted = nil
      if try takeLayout() {
        waiting.picture = time
        return .changed
      }
      return lend(time)
    case .damaged(let time): return .lost(FramesLost(count: 1, cause: .damaged, time: time))
    case .end:
      if let brokenReason { throw .truncated(path, reason: brokenReason) }
      return .ended
    }
  }

  public func seek(to time: Timestamp) throws(CaptureError) {
    guard let span = info.span else { return }
    // The recording's end is one interval after its last picture.
    let last = span.upperBound + -input.usualInterval
    let time = max(span.lowerBound, min(time, last))
    guard input.seek(to: time) else { return }
    decoder.flush()
    av_packet_unref(packet)
    av_frame_unref(picture)
    (waiting, brokenReason, isDraining) = (Waiting(), nil, false)
    clock = RecordingClock(unit: input.stream.pointee.time_base, usualInterval: input.usualInterval)
    // Half a frame earlier, because a typed or dragged time lies between two frames.
    wanted = time + -input.usualInterval / 2
  }

  private func lend(_ time: Timestamp) -> CaptureEvent {
    guard let frame = frames.lend(picture, as: info.format, timestamp: time, sequence: count - 1)
    else { return .nothing }
    return .frame(frame)
  }

  // MARK: Decoding

  private var packet: UnsafeMutablePointer<AVPacket> { compressed.packet }
  private var picture: UnsafeMutablePointer<AVFrame> { decoded.frame }

  private enum Decoded {
    /// `picture` holds one.
    case picture(Timestamp)
    case damaged(Timestamp)
    case end
  }

  private func decodeNext() throws(CaptureError) -> Decoded {
    while true {
      switch decoder.receive(into: picture) {
      case .picture:
        count += 1
        let time = clock.time(picture.pointee.best_effort_timestamp)
        if picture.pointee.isDamaged {
          av_frame_unref(picture)
          return .damaged(time)
        }
        return .picture(time)
      case .needsPacket:
        guard try sendPacket() else { return damagedPacket() }
      case .damaged:
        // A decoder that fails without input would fail for ever.
        if isDraining { return .end }
        return damagedPacket()
      case .end: return .end
      }
    }
  }

  /// - Returns: `false` when the decoder refused the packet.
  private func sendPacket() throws(CaptureError) -> Bool {
    av_packet_unref(packet)
    switch try input.read(into: packet) {
    case .packet: return decoder.send(packet)
    case .broken(let reason): brokenReason = reason
    case .end: break
    }
    isDraining = true
    return decoder.send(nil)
  }

  private func damagedPacket() -> Decoded {
    count += 1
    // A packet's time may be later than the next pictures, so it must not move the clock.
    var clock = clock
    return .damaged(clock.time(packet.pointee.pts))
  }

  /// Converts `picture` if it cannot be lent directly, and updates the format in `info`.
  ///
  /// - Returns: Whether the format has changed.
  private func takeLayout() throws(CaptureError) -> Bool {
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    guard FrameFormat.accepts(width: width, height: height) else {
      throw .notUnderstood(path, reason: "its pictures have \(width)x\(height) pixels")
    }
    var layout = FFmpegLayout(picture)
    if layout == nil {
      let result = converter.convert(picture)
      layout = FFmpegLayout(picture)
      guard result >= 0, layout != nil else {
        throw .notUnderstood(path, reason: "its pixels cannot be converted: \(ffmpegReason(result))")
      }
    }
    guard let layout, layout != self.layout else { return false }
    self.layout = layout
    info.format = layout.format
    return true
  }
}

extension AVFrame {
  /// Whether pixels are missing or invented: "the frame data may be corrupted, e.g. due to decoding errors", or the decoder has
  /// concealed errors (frame.h).
  fileprivate var isDamaged: Bool {
    flags & AV_FRAME_FLAG_CORRUPT != 0 || decode_error_flags != 0
  }
}
