import CVideo4Linux
import FoundationEssentials
import Frames
import Glibc

/// The system calls for cameras: the only place that calls the kernel, so that a test can replace it and let any call fail.
protocol VideoSystem: Sendable {
  /// The kind of file at a path, or `nil` if there is none.
  func kind(of path: String) -> FileKind?
  /// `open(2)` for reading and writing, non-blocking, closed in child processes.
  func open(_ path: String) throws(Errno) -> CInt
  func close(_ descriptor: CInt)
  /// `ioctl(2)`. `argument` has the layout that belongs to the request.
  func control(
    _ descriptor: CInt, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
  ) throws(Errno)
  /// `mmap(2)`, shared.
  func map(_ descriptor: CInt, offset: Int, length: Int) throws(Errno) -> UnsafeMutableRawBufferPointer
  func unmap(_ memory: UnsafeMutableRawBufferPointer)
  /// `poll(2)` for a filled buffer; a negative descriptor only waits.
  func wait(_ descriptor: CInt, milliseconds: CInt) throws(Errno) -> Readiness
  /// `CLOCK_MONOTONIC`, the clock of the drivers' timestamps.
  func now() -> Timestamp
  /// Every video node, in the order of their numbers.
  func nodes() -> [String]
  /// The path under which udev keeps the same camera, independent of its node.
  func stablePath(of path: String) -> String?
}

/// The kind of file at a path.
enum FileKind: Equatable {
  case device
  case directory
  case other
}

/// The result of `poll(2)`.
struct Readiness: OptionSet {
  let rawValue: Int
  static let readable = Readiness(rawValue: 1)
  static let error = Readiness(rawValue: 2)
  static let hangup = Readiness(rawValue: 4)
}

/// The kernel itself.
struct LinuxVideoSystem: VideoSystem {
  func kind(of path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFCHR: .device
    case S_IFDIR: .directory
    default: .other
    }
  }

  func open(_ path: String) throws(Errno) -> CInt {
    try checked(Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
  }

  func close(_ descriptor: CInt) {
    _ = Glibc.close(descriptor)
  }

  func control(
    _ descriptor: CInt, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
  ) throws(Errno) {
    _ = try checked(ioctl(descriptor, request.code, argument))
  }

  func map(_ descriptor: CInt, offset: Int, length: Int) throws(Errno) -> UnsafeMutableRawBufferPointer {
    // Writable, because some drivers refuse other mappings, although Aldis only reads.
    let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset)
    guard let start, start != MAP_FAILED else { throw Errno.last }
    return UnsafeMutableRawBufferPointer(start: start, count: length)
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    munmap(memory.baseAddress!, memory.count)
  }

  func wait(_ descriptor: CInt, milliseconds: CInt) throws(Errno) -> Readiness {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = try checked(poll(&entry, 1, milliseconds))
    var readiness: Readiness = []
    if entry.revents & Int16(POLLIN) != 0 { readiness.insert(.readable) }
    if entry.revents & Int16(POLLERR | POLLNVAL) != 0 { readiness.insert(.error) }
    if entry.revents & Int16(POLLHUP) != 0 { readiness.insert(.hangup) }
    return readiness
  }

  func now() -> Timestamp { .now }

  func nodes() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return
      names
      .compactMap { name in name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil }
      .sorted()
      .map { "/dev/video\($0)" }
  }

  func stablePath(of path: String) -> String? {
    let folder = "/dev/v4l/by-id"
    let node = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { "\(folder)/\($0)" }.first {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().path == node
    }
  }

  /// The result of a call that returns -1 and sets `errno` when it fails.
  private func checked(_ result: CInt) throws(Errno) -> CInt {
    guard result >= 0 else { throw Errno.last }
    return result
  }
}
