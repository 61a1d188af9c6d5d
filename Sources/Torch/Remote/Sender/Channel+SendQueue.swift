import Glibc
internal import NIOCore

extension Channel {
  /// Bytes sent that the other side's system has yet to acknowledge (tcp(7), SIOCOUTQ); `nil` where the connection has ended.
  ///
  /// Not to be asked for on a thread of the network.
  var unacknowledgedBytes: Int? {
    let count = try? eventLoop.submit { [self] () throws -> Int? in
      try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
        var count: CInt = 0
        // The same number as SIOCOUTQ, which is a macro of another header.
        return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : nil
      }.flatMap { $0 }
    }.wait()
    return count ?? nil
  }
}
