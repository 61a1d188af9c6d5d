import Glibc
import Synchronization

/// Whether the user or the system asked the program to end (SIGINT, SIGTERM, SIGHUP).
///
/// The handlers only note the wish: the loops look at it and let go of everything in order, so that a camera gets its
/// user's settings back. A second signal ends the program at once.
enum Interruption {
  // A signal handler may touch nothing but this: a lock-free atomic.
  private static let signalNumber = Atomic<Int32>(0)

  static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  static func watch() {
    for wanted in [SIGINT, SIGTERM, SIGHUP] {
      signal(wanted) { number in
        if Interruption.signalNumber.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
  }
}
