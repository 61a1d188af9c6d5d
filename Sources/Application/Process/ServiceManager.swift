import FoundationEssentials
import Glibc

/// Reports to systemd that the program has started, and that it is alive: systemd restarts a service that hangs.
///
/// The protocol is that of sd_notify(3): datagrams of `NAME=value` to the socket that `NOTIFY_SOCKET` names. Without one
/// nothing happens.
struct ServiceManager {
  private let descriptor: Int32
  private let address: sockaddr_un
  private let length: socklen_t
  /// Between two signs of life: half of the service manager's limit, as sd_watchdog_enabled(3) recommends. `nil` if none is
  /// expected.
  private let interval: Duration?
  private var lastSign: ContinuousClock.Instant?

  /// - Returns: `nil` if no service manager listens.
  init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else {
      return nil
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: bytes)
      // The abstract namespace: a name that begins with a zero (unix(7)).
      if path.hasPrefix("@") { room[0] = 0 }
    }
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let isMeant = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
    interval = environment["WATCHDOG_USEC"].flatMap { Int($0) }.flatMap {
      isMeant && $0 > 0 ? .microseconds($0 / 2) : nil
    }
  }

  /// To be called at every turn of the loop.
  mutating func noteTurn() {
    let now = ContinuousClock.now
    guard let lastSign else {
      send("READY=1")
      self.lastSign = now
      return
    }
    guard let interval, now - lastSign >= interval else { return }
    send("WATCHDOG=1")
    self.lastSign = now
  }

  func noteEnd() { send("STOPPING=1") }

  private func send(_ state: String) {
    var address = address
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // Does not wait for a service manager that does not read.
        _ = sendto(
          descriptor, state, state.utf8.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL),
          address,
          length)
      }
    }
  }
}
