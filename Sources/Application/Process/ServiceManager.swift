import FoundationEssentials
import Glibc

/// Reports to systemd that the program has started and that it is alive, so that systemd restarts it if it hangs.
///
/// The protocol is that of sd_notify(3): datagrams of `NAME=value` to the socket that `NOTIFY_SOCKET` names. Nothing is sent if
/// the variable is not set.
struct ServiceManager {
  private let descriptor: Int32
  private let address: sockaddr_un
  private let length: socklen_t
  /// Time between two keep-alive messages: half of the service manager's limit, as sd_watchdog_enabled(3) recommends. `nil` if
  /// the service manager expects none.
  private let interval: Duration?
  private var lastMessage: ContinuousClock.Instant?

  /// - Returns: `nil` if there is no service manager.
  init?() {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else {
      return nil
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      buffer.copyBytes(from: bytes)
      // A name of the abstract namespace begins with a zero (unix(7)).
      if path.hasPrefix("@") { buffer[0] = 0 }
    }
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let isForThisProcess = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
    interval = environment["WATCHDOG_USEC"].flatMap { Int($0) }.flatMap {
      isForThisProcess && $0 > 0 ? .microseconds($0 / 2) : nil
    }
  }

  /// Sends the message that is due. It is called in every iteration of the loop.
  mutating func keepAlive() {
    let now = ContinuousClock.now
    guard let lastMessage else {
      send("READY=1")
      self.lastMessage = now
      return
    }
    guard let interval, now - lastMessage >= interval else { return }
    send("WATCHDOG=1")
    self.lastMessage = now
  }

  func reportEnd() { send("STOPPING=1") }

  private func send(_ state: String) {
    var address = address
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // MSG_DONTWAIT: the program does not wait for a service manager that does not read.
        _ = sendto(
          descriptor, state, state.utf8.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
