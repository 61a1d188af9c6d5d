import Glibc
import Testing

/// A plain TCP socket of the loopback interface, for clients and servers without Aldis's code.
final class RawSocket: Sendable {
  let descriptor: CInt

  /// Longer than any step of a test takes: if it is reached, the test fails.
  private static let timeout = timeval(tv_sec: 20, tv_usec: 0)

  private init(_ descriptor: CInt) throws {
    try #require(descriptor >= 0, "\(String(cString: strerror(errno)))")
    self.descriptor = descriptor
    var timeout = Self.timeout
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  private static func stream() -> CInt {
    socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private static func call(
    _ function: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt, _ descriptor: CInt, port: Int
  ) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0, "\(String(cString: strerror(errno)))")
  }

  /// A connected client.
  static func connected(to port: Int) throws -> RawSocket {
    let client = try RawSocket(stream())
    try call(connect, client.descriptor, port: port)
    return client
  }

  /// A server that listens on a port of the system's choice, or on `port` again.
  static func listening(on port: Int = 0) throws -> RawSocket {
    let server = try RawSocket(stream())
    var yes: CInt = 1
    setsockopt(server.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    try call(bind, server.descriptor, port: port)
    try #require(listen(server.descriptor, 8) == 0)
    return server
  }

  var port: Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return Int(in_port_t(bigEndian: address.sin_port))
  }

  /// Whether a client connects.
  func isCalled(within seconds: Double) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, CInt(seconds * 1000)) > 0
  }

  /// Waits for a client.
  func accepted() throws -> RawSocket { try RawSocket(accept(descriptor, nil, nil)) }

  /// - Returns: Whether the other side still accepts it.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes `count` bytes, until the other side accepts none for half a second.
  ///
  /// - Returns: The number of accepted bytes.
  func flood(_ count: Int) -> Int {
    var timeout = timeval(tv_sec: 0, tv_usec: 500_000)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let bytes = [UInt8](repeating: 0, count: count)
    return max(0, send(descriptor, bytes, count, CInt(MSG_NOSIGNAL)))
  }

  /// Waits for `count` bytes.
  ///
  /// - Returns: Fewer bytes if the other side has ended the connection.
  func read(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &bytes, count, CInt(MSG_WAITALL))
    return Array(bytes.prefix(max(0, received)))
  }

  /// Waits for the other side to end the connection.
  func hasEnded() -> Bool {
    var byte: UInt8 = 0
    let received = recv(descriptor, &byte, 1, 0)
    return received == 0 || received < 0 && errno == ECONNRESET
  }

  /// Makes the system drop all bytes from now on without acknowledging them, like a machine without power.
  func vanishes() throws {
    /// See linux/filter.h.
    struct Instruction {
      var code: UInt16 = 0x06  // BPF_RET | BPF_K: keep `operand` bytes.
      var jumps: (UInt8, UInt8) = (0, 0)
      var operand: UInt32 = 0
    }
    struct Program {
      var count: UInt16
      var instructions: UnsafeMutablePointer<Instruction>
    }
    var instruction = Instruction()
    let status = withUnsafeMutablePointer(to: &instruction) { instructions in
      var program = Program(count: 1, instructions: instructions)
      return setsockopt(
        descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, socklen_t(MemoryLayout<Program>.size))
    }
    try #require(status == 0, "\(String(cString: strerror(errno)))")
  }

  /// Makes the system accept bytes again.
  func comesBack() throws {
    var nothing: CInt = 0
    let status = setsockopt(
      descriptor, SOL_SOCKET, SO_DETACH_FILTER, &nothing, socklen_t(MemoryLayout<CInt>.size))
    try #require(status == 0, "\(String(cString: strerror(errno)))")
  }

  /// Makes the connection end with a reset.
  func resetsAtEnd() {
    var none = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
  }
}
