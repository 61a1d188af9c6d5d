import Frames
import Glibc
import Localization

/// A YUV4MPEG2 stream: uncompressed frames from a pipe or a file, such as `ffmpeg -i ... -f yuv4mpegpipe -`.
///
/// Frames are read directly into pooled buffers. Their times are exact: frame n has the time n / rate, beginning at zero. A
/// stream that is cut inside a frame delivers all whole frames before the cut. A stream without frames is an error.
final class Y4MReader: SeekableSource {
  private(set) var info: SourceInfo

  private let file: RecordingFile
  private let header: Y4MHeader
  private let pool: FramePool
  private var sequence: UInt64 = 0
  /// Bytes of the current frame so far; `nil` between frames.
  private var progress: Int?
  /// The beginning of a frame that was not complete before the timeout.
  private var beginning: [UInt8] = []
  /// The offset of the first frame's line, in a file.
  private var start = 0

  /// The longest accepted first line, in bytes. Known programs write up to about 120 bytes.
  static let longestHeader = 1_024
  /// The longest accepted line before a frame, in bytes.
  static let longestFrameLine = 256

  /// Reads a stream from a descriptor that stays open afterwards, such as standard input. Waits for its first line.
  convenience init(descriptor: Int32, name: String) throws(CaptureError) {
    try self.init(RecordingFile(descriptor: descriptor, path: name, closesDescriptor: false))
  }

  init(_ file: RecordingFile) throws(CaptureError) {
    self.file = file
    guard let count = try Self.headerLength(of: file) else {
      throw .notUnderstood(file.path, reason: Self.reason(ofEndless: file.ahead))
    }
    do throws(Y4MError) {
      header = try Y4MHeader(parsing: String(decoding: file.ahead.prefix(count), as: UTF8.self))
    } catch {
      throw .notUnderstood(file.path, reason: error.text)
    }
    file.take(count + 1)
    info = SourceInfo(
      name: file.name, format: header.format, nominalRate: header.rate?.framesPerSecond, isLive: false)
    guard
      let pool = FramePool(
        unverified: header.format, capacity: max(3, min(8, Self.poolBytes / header.format.byteCount)))
    else { throw .readFailed(file.path, reason: Errno(rawValue: ENOMEM).text) }
    self.pool = pool
    if let length = file.length {
      start = file.position
      let frames = max(1, (length - start) / (header.format.byteCount + Self.usualFrameLine))
      info.span = .zero...header.timing.timestamp(of: UInt64(frames))
    }
  }

  /// The bytes of `FRAME` and a line feed.
  private static let usualFrameLine = 6

  /// Memory for the buffers, enough for eight pictures of 3840x2160 in 4:2:0. Larger pictures get fewer buffers.
  private static let poolBytes = 100 << 20

  private static func reason(ofEndless beginning: UnsafeRawBufferPointer) -> LocalizedText {
    if beginning.isEmpty { return "it is empty" }
    let isY4M = beginning.starts(with: Y4MHeader.magic.utf8)
    return (isY4M ? Y4MError.endlessHeader : .noHeader).text
  }

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    let deadline = ContinuousClock.now + timeout
    guard deadline.wait(until: { pool.available > 0 }) else { return .nothing }
    if progress == nil {
      switch try takeFrameLine(until: deadline) {
      case .bytes: progress = 0
      case .nothing: return .nothing
      case .end:
        guard sequence > 0 else { throw .noPicture(file.path) }
        return .ended
      }
    }
    do throws(Interruption) {
      let frame = try pool.frame(
        timestamp: header.timing.timestamp(of: sequence), sequence: sequence
      ) { buffer throws(Interruption) in
        try fill(buffer, until: deadline)
      }
      guard let frame else { return .nothing }
      sequence += 1
      progress = nil
      return .frame(frame)
    } catch {
      switch error {
      case .timeIsUp: return .nothing
      case .failed(let failure): throw failure
      }
    }
  }

  /// The lines of frames may differ in length, so every line up to `time` is read.
  func seek(to time: Timestamp) throws(CaptureError) {
    guard info.span != nil else { return }
    var place = start
    sequence = 0
    while header.timing.timestamp(of: sequence) < time, let next = try end(ofFrameAt: place) {
      place = next
      sequence += 1
    }
    (progress, beginning) = (nil, [])
    try file.move(to: place)
  }

  /// The end of the frame whose line begins at `place`; `nil` if it is not complete.
  private func end(ofFrameAt place: Int) throws(CaptureError) -> Int? {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.longestFrameLine + 1, alignment: 1)
    defer { room.deallocate() }
    let line = UnsafeRawBufferPointer(rebasing: room.prefix(try file.read(into: room, at: place)))
    guard let count = line.firstIndex(of: UInt8(ascii: "\n")), let length = file.length else { return nil }
    let end = place + count + 1 + header.format.byteCount
    return end <= length ? end : nil
  }

  private enum Interruption: Error {
    case timeIsUp
    case failed(CaptureError)
  }

  /// Fills the rest of `buffer` after an earlier interruption.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
  ) throws(Interruption) {
    var count = progress ?? 0
    buffer.copyBytes(from: beginning.prefix(count))
    while count < buffer.count {
      let arrival: RecordingFile.Arrival
      do throws(CaptureError) {
        arrival = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), within: deadline.remaining)
      } catch {
        throw .failed(error)
      }
      switch arrival {
      case .bytes(let more): count += more
      case .nothing:
        progress = count
        beginning = Array(buffer.prefix(count))
        throw .timeIsUp
      case .end:
        throw .failed(
          .truncated(file.path, reason: "frame \(sequence) has \(count) of \(buffer.count) bytes"))
      }
    }
    if !beginning.isEmpty { beginning = [] }
  }

  /// Reads the line before a frame: `FRAME`, perhaps with parameters, which are ignored.
  private func takeFrameLine(
    until deadline: ContinuousClock.Instant
  ) throws(CaptureError) -> RecordingFile.Arrival {
    while true {
      if let count = file.ahead.firstIndex(of: UInt8(ascii: "\n")), count <= Self.longestFrameLine {
        guard file.ahead.beginsFrame else { throw notAFrame }
        file.take(count + 1)
        return .bytes(count)
      }
      guard file.ahead.count <= Self.longestFrameLine else { throw notAFrame }
      switch try file.readAhead(within: deadline.remaining) {
      case .bytes: continue
      case .nothing: return .nothing
      case .end:
        guard !file.ahead.isEmpty else { return .end }
        throw .truncated(file.path, reason: "frame \(sequence) is cut in its first line")
      }
    }
  }

  private var notAFrame: CaptureError {
    .notUnderstood(file.path, reason: Y4MError.noFrame(sequence).text)
  }

  /// The length of the first line in bytes, without its line feed; `nil` if it does not end within ``longestHeader``.
  private static func headerLength(of file: RecordingFile) throws(CaptureError) -> Int? {
    while true {
      if let count = file.ahead.firstIndex(of: UInt8(ascii: "\n")) {
        return count <= longestHeader ? count : nil
      }
      guard file.ahead.count <= longestHeader, try file.readAhead() != .end else { return nil }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes are `FRAME`, followed by a space or the end of the line.
  fileprivate var beginsFrame: Bool {
    starts(with: "FRAME".utf8) && (self[5] == UInt8(ascii: "\n") || self[5] == UInt8(ascii: " "))
  }
}
