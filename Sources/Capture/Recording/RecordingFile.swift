import Glibc

/// An open file or pipe that is read once from its beginning: its descriptor, and the bytes that were read ahead.
///
/// Used on one thread at a time.
final class RecordingFile {
  /// As the user wrote it, for messages.
  let path: String
  /// Whether this is a file, in which any byte can be read at any time.
  let isSeekable: Bool

  /// Whether the user has asked the program to end. Then FFmpeg gets no more bytes of a file, and a wait for a pipe without a
  /// timeout ends.
  let isInterrupted: @Sendable () -> Bool

  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let buffer: UnsafeMutableRawBufferPointer
  /// The bytes of `buffer` that were read and not yet taken.
  private var unread = 0..<0

  /// The most bytes that can be read ahead: far more than the longest line, so that a file of lines needs few reads.
  static let aheadCapacity = 64 << 10

  enum Arrival: Equatable {
    /// The number of bytes, at least one.
    case bytes(Int)
    /// Nothing within the timeout.
    case nothing
    case end
  }

  /// - Parameters:
  ///   - descriptor: Open for reading. Its flags are not changed, because other programs may share it.
  ///   - closesDescriptor: Whether it is closed with this object.
  init(
    descriptor: Int32, path: String, closesDescriptor: Bool,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.descriptor = descriptor
    self.path = path
    self.closesDescriptor = closesDescriptor
    self.isInterrupted = isInterrupted
    buffer = .allocate(byteCount: Self.aheadCapacity, alignment: 16)
    isSeekable = FileStatus(descriptor: descriptor)?.isRegular ?? false
    // The largest pipe size of an ordinary user by default (pipe-max-size in proc(5)): fewer switches between writer and
    // reader. An error, such as for a file, has no effect.
    _ = fcntl(descriptor, Self.setPipeSize, 1 << 20)
  }

  /// F_SETPIPE_SZ (fcntl.h): hidden from Swift behind _GNU_SOURCE.
  private static let setPipeSize: Int32 = 1_031

  /// Opens a file or named pipe; a pipe waits for its writer.
  convenience init(
    path: String, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(CaptureError) {
    guard let status = FileStatus(path: path) else { throw Self.failure(path) }
    if status.isFolder { throw .isDirectory(path) }
    if status.isDevice {
      throw .unreadable(path, reason: "it is a device; `aldis monitor --camera` reads cameras")
    }
    guard status.isRegular || status.isPipe else {
      throw .unreadable(path, reason: "it is neither a file nor a pipe")
    }
    // A read from a file does not wait. A path such as /proc/kmsg, which waits, is treated as no file.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (status.isPipe ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw Self.failure(path) }
    self.init(descriptor: descriptor, path: path, closesDescriptor: true, isInterrupted: isInterrupted)
  }

  deinit {
    if closesDescriptor { close(descriptor) }
    buffer.deallocate()
  }

  private static func failure(_ path: String) -> CaptureError {
    switch errno {
    case ENOENT, ENOTDIR: .noSuchFile(path)
    case EACCES: .unreadable(path, reason: "you have no permission; let its owner run chmod a+r on it")
    case let code: .unreadable(path, reason: Errno(rawValue: code).text)
    }
  }

  /// The file's length in bytes; `nil` for a pipe.
  var length: Int? { isSeekable ? FileStatus(descriptor: descriptor)?.size : nil }

  /// The last component of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  // MARK: Reading in order

  /// The bytes that were read ahead and not yet taken. Valid until the next call.
  var ahead: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[unread]) }

  /// Counts the first `count` bytes of ``ahead`` as taken.
  func take(_ count: Int) {
    unread = (unread.lowerBound + count)..<unread.upperBound
  }

  /// Reads more bytes into ``ahead``, which must not be full.
  ///
  /// - Parameter timeout: How long to wait for a pipe; `nil` waits until bytes arrive or the program is interrupted.
  func readAhead(within timeout: Duration? = nil) throws(CaptureError) -> Arrival {
    precondition(unread.count < Self.aheadCapacity)
    if unread.upperBound == Self.aheadCapacity || unread.isEmpty {
      let count = unread.count
      buffer.baseAddress!.copyMemory(from: buffer.baseAddress! + unread.lowerBound, byteCount: count)
      unread = 0..<count
    }
    guard try waitForBytes(timeout) else { return timeout == nil ? .end : .nothing }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[unread.upperBound...])
    let count = try retrying { Glibc.read(descriptor, room.baseAddress, room.count) }
    unread = unread.lowerBound..<(unread.upperBound + count)
    return count == 0 ? .end : .bytes(count)
  }

  /// Fills the beginning of `target` with the next bytes: those that were read ahead, or else those of one read. One read may
  /// also read ahead some bytes after `target`, so that a small header between large frames needs no extra call.
  ///
  /// - Parameter timeout: As for ``readAhead(within:)``.
  func read(
    into target: UnsafeMutableRawBufferPointer, within timeout: Duration? = nil
  ) throws(CaptureError) -> Arrival {
    if !unread.isEmpty {
      let count = min(unread.count, target.count)
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[unread].prefix(count)))
      take(count)
      return .bytes(count)
    }
    guard try waitForBytes(timeout) else { return timeout == nil ? .end : .nothing }
    // 64 bytes are enough for any FRAME line in practice. More would cost time, because bytes that are read ahead are copied
    // again.
    var vectors = (
      iovec(iov_base: target.baseAddress, iov_len: target.count),
      iovec(iov_base: buffer.baseAddress, iov_len: 64)
    )
    let count = try retrying {
      withUnsafeBytes(of: &vectors) {
        readv(descriptor, $0.bindMemory(to: iovec.self).baseAddress, 2)
      }
    }
    unread = 0..<max(0, count - target.count)
    return count == 0 ? .end : .bytes(min(count, target.count))
  }

  /// The offset of ``ahead`` in a file, in bytes.
  var position: Int { Int(lseek(descriptor, 0, SEEK_CUR)) - unread.count }

  /// Continues at another place of a file.
  func move(to position: Int) throws(CaptureError) {
    unread = 0..<0
    _ = try retrying { Int(lseek(descriptor, position, SEEK_SET)) }
  }

  // MARK: Reading anywhere

  /// Fills the beginning of `target` with the file's bytes from `offset` on. Does not change the position of the other reads.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(CaptureError) -> Int {
    try retrying { pread(descriptor, target.baseAddress, target.count, offset) }
  }

  // MARK: The system

  /// The longest wait for a pipe until ``isInterrupted`` is checked again.
  private static let interruptionInterval = Duration.milliseconds(100)

  /// - Returns: `false` after the timeout or, without one, when the program is interrupted.
  private func waitForBytes(_ timeout: Duration?) throws(CaptureError) -> Bool {
    // A file is always ready.
    guard !isSeekable else { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    func isReady(within timeout: Duration) throws(CaptureError) -> Bool {
      try retrying { Int(poll(&request, 1, timeout.milliseconds)) } > 0
    }
    if let timeout { return try isReady(within: timeout) }
    while !isInterrupted() {
      if try isReady(within: Self.interruptionInterval) { return true }
    }
    return false
  }

  private func retrying(_ call: () -> Int) throws(CaptureError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno == EAGAIN, isSeekable { throw .unreadable(path, reason: "it is no file that has an end") }
      guard errno == EINTR else {
        throw .readFailed(path, reason: Errno.last.text)
      }
    }
  }
}

extension Duration {
  /// Whole milliseconds for poll(2), rounded up, never negative.
  fileprivate var milliseconds: Int32 { Int32(min(max((self / .milliseconds(1)).rounded(.up), 0), 1e9)) }
}
