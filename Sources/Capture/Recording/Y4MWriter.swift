import Frames
import Glibc
import Localization

/// Writes a YUV4MPEG2 stream to a descriptor: a pipe into FFmpeg, a file, standard output.
///
/// If the reader has closed the pipe, ``Y4MWriteError/readerGone`` is thrown; there is no signal.
public final class Y4MWriter {
  /// The stream's header, with the layout of the frames for ``write(_:)-(UnsafeRawBufferPointer)``.
  public let header: Y4MHeader

  private let descriptor: Int32
  /// A buffer for one plane without its padding.
  private var packed: [UInt8] = []

  /// Writes the header.
  ///
  /// - Parameter descriptor: Open for writing; stays open afterwards.
  public init(descriptor: Int32, header: Y4MHeader) throws(Y4MWriteError) {
    guard let line = header.line else { throw .unsupported(header.format.pixelFormat) }
    self.descriptor = descriptor
    self.header = header
    try write(Array(line.utf8))
  }

  /// Writes a frame of the header's size and pixel format; its planes may have padding.
  public func write(_ frame: borrowing Frame) throws(Y4MWriteError) {
    precondition(frame.format.carriesSamePixels(as: header.format), "a stream has one format")
    try write(Self.frameLine)
    for index in frame.format.planes.indices {
      let plane = frame.format.planes[index]
      try frame.withPlane(index) { bytes throws(Y4MWriteError) in
        if plane.stride == plane.rowBytes {
          try writeAll(bytes)
        } else {
          try writeRows(of: plane, bytes)
        }
      }
    }
  }

  /// Writes a frame whose planes lie one after another, as in ``Y4MHeader/format``.
  public func write(_ planes: UnsafeRawBufferPointer) throws(Y4MWriteError) {
    precondition(planes.count == header.format.byteCount, "a frame has all its planes and nothing else")
    try write(Self.frameLine)
    try writeAll(planes)
  }

  private func writeRows(
    of plane: FrameFormat.Plane, _ bytes: UnsafeRawBufferPointer
  ) throws(Y4MWriteError) {
    packed.removeAll(keepingCapacity: true)
    for row in 0..<plane.rows {
      let start = row * plane.stride
      packed.append(contentsOf: bytes[start..<(start + plane.rowBytes)])
    }
    try write(packed)
  }

  private static let frameLine = Array("FRAME\n".utf8)

  private func write(_ bytes: [UInt8]) throws(Y4MWriteError) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(Y4MWriteError) in try writeAll(bytes) }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Y4MWriteError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let (count, code) = withoutBrokenPipeSignal { Glibc.write(descriptor, part.baseAddress, part.count) }
      switch code {
      case _ where count >= 0: rest = rest.dropFirst(count)
      case EINTR: continue
      case EAGAIN:
        // Another program has set O_NONBLOCK on the shared descriptor.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      case EPIPE: throw .readerGone
      default: throw .failed(reason: Errno(rawValue: code).text)
      }
    }
  }
}

/// Why a stream cannot be written.
public enum Y4MWriteError: Error, Sendable, Equatable {
  /// The reader of the pipe has closed it, as `head` does. This ends the stream, but is no failure.
  case readerGone
  case failed(reason: LocalizedText)
  /// The format cannot carry this pixel format.
  case unsupported(PixelFormat)
}

extension FrameFormat {
  fileprivate func carriesSamePixels(as other: FrameFormat) -> Bool {
    pixelFormat == other.pixelFormat && width == other.width && height == other.height
  }
}

/// Runs `call` with SIGPIPE blocked on this thread, and removes a pending one that it caused, so that the process's handling of
/// the signal does not change (sigtimedwait(2), pthread_sigmask(3)).
///
/// - Returns: The result of `call`, and `errno` after it.
private func withoutBrokenPipeSignal(_ call: () -> Int) -> (result: Int, errno: Int32) {
  var brokenPipe = sigset_t()
  sigemptyset(&brokenPipe)
  sigaddset(&brokenPipe, SIGPIPE)
  var pending = sigset_t()
  sigpending(&pending)
  // A signal that was pending before belongs to other code.
  let wasPending = sigismember(&pending, SIGPIPE) == 1
  var previous = sigset_t()
  pthread_sigmask(SIG_BLOCK, &brokenPipe, &previous)
  let result = call()
  let code = errno
  if result < 0, code == EPIPE, !wasPending {
    var immediately = timespec()
    sigtimedwait(&brokenPipe, nil, &immediately)
  }
  pthread_sigmask(SIG_SETMASK, &previous, nil)
  return (result, code)
}
