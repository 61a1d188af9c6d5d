import CFFmpeg
import Frames

/// A recording in any container and codec that FFmpeg reads.
///
/// Pictures come in the order of presentation, at the container's own times (``RecordingClock`` says what becomes of
/// missing and impossible ones), and are lent from where the decoder put them. Formats that ``PixelFormat`` does not
/// have become the nearest 8-bit one. Damaged pictures and packets that the
/// decoder refuses are reported as lost. A cut recording delivers everything before the cut.
public final class Recording: KeptSource {
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
  /// What `next` gives before it decodes on.
  private var waiting = Waiting()
  private var brokenReason: String?
  private var isDraining = false
  /// Pictures before it are decoded for those after them alone.
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
    guard deadline.allows({ frames.available > 0 }) else { return .nothing }
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
    // Before its last picture there is always one more.
    let last = span.upperBound + -input.usualInterval
    let time = max(span.lowerBound, min(time, last))
    guard input.seek(to: time) else { return }
    decoder.flush()
    av_packet_unref(packet)
    av_frame_unref(picture)
    (waiting, brokenReason, isDraining) = (Waiting(), nil, false)
    clock = RecordingClock(unit: input.stream.pointee.time_base, usualInterval: input.usualInterval)
    // Half a frame early: a time that is typed or dragged falls between two.
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
        // A decoder that has nothing left to read and still fails would do so for ever.
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
    // A packet's time may lie beyond pictures that are still to come: it must not move the clock.
    var clock = clock
    return .damaged(clock.time(packet.pointee.pts))
  }

  /// Brings `picture` into a form that can be lent.
  ///
  /// - Returns: Whether its format is another than `info` says; `info` then says it.
  private func takeLayout() throws(CaptureError) -> Bool {
    let sides = 1...Int32(FrameFormat.largestSide)
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    guard sides.contains(width), sides.contains(height) else {
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
  /// Whether pixels are missing or made up: "the frame data may be corrupted, e.g. due to decoding errors", and
  /// errors that the decoder concealed (frame.h).
  fileprivate var isDamaged: Bool {
    flags & AV_FRAME_FLAG_CORRUPT != 0 || decode_error_flags != 0
  }
}
