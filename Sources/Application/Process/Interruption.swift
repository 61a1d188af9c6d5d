import Glibc
import Synchronization

/// Handles the signals by which the user or the system asks the program to end: SIGINT, SIGTERM and SIGHUP. While light is
/// keyed, also SIGQUIT and SIGPIPE, and SIGTSTP as ``Stop`` describes.
///
/// The handlers only set a flag. The program's loops test the flag and release everything in order, so that a camera gets its
/// user's settings back. A second signal ends the program at once. The program also ends ``releaseLimit`` seconds after the
/// first signal, because code that waits for a silent pipe cannot test the flag.
package enum Interruption {
  // A signal handler may use only lock-free atomics.
  private static let signalNumber = Atomic<Int32>(0)
  private static let wakeDescriptor = Atomic<Int32>(-1)
  private static let isSuspendRequested = Atomic(false)
  private static let isReopenRequested = Atomic(false)
  private static let isWatchingReopening = Atomic(false)
  /// The exit status after ``releaseLimit``.
  private static let lateStatus = Atomic<Int32>(0)
  /// Bit set of the standard streams that were terminals at the start.
  private static let terminals = Atomic<Int32>(0)

  static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  /// Throws if a signal has asked the program to end.
  static func check() throws(Interrupted) {
    let number = signalNumber.load(ordering: .relaxed)
    if number != 0 { throw Interrupted(signal: number) }
  }

  /// Limit in seconds for releasing everything.
  private static let releaseLimit: UInt32 = 3

  /// Ends the program with `status` after ``releaseLimit`` seconds, if it has not ended by itself.
  package static func limitRelease(endingWith status: Failure.Status) {
    signal(SIGALRM) { _ in _exit(Interruption.lateStatus.load(ordering: .relaxed)) }
    lateStatus.store(status.rawValue, ordering: .relaxed)
    alarm(releaseLimit)
  }

  /// The effect of Ctrl-Z (SIGTSTP).
  enum Stop {
    /// The system stops the program.
    case bySystem
    /// The program ends, because a message cannot be continued later.
    case end
    /// The program suspends itself, by ``suspend()``, when its light is dark.
    case suspend
  }

  /// Whether Ctrl-Z was pressed since the last call.
  static func takeSuspendRequest() -> Bool { isSuspendRequested.exchange(false, ordering: .relaxed) }

  /// Makes SIGHUP reopen files instead of ending the program; see ``takeReopenRequest()``.
  static func watchReopening() {
    for stream in STDIN_FILENO...STDERR_FILENO where isatty(stream) == 1 {
      terminals.bitwiseOr(1 << stream, ordering: .relaxed)
    }
    isWatchingReopening.store(true, ordering: .relaxed)
    let previous = signal(SIGHUP) { _ in Interruption.isReopenRequested.store(true, ordering: .relaxed) }
    if number(previous) == number(SIG_IGN) { signal(SIGHUP, SIG_IGN) }
  }

  /// Whether files must be reopened because of a SIGHUP since the last call. If the terminal is gone, the signal asks the
  /// program to end instead.
  static func takeReopenRequest() -> Bool {
    guard isReopenRequested.exchange(false, ordering: .relaxed) else { return false }
    let terminals = terminals.load(ordering: .relaxed)
    let hasHungUp = (STDIN_FILENO...STDERR_FILENO).contains { stream in
      guard terminals & 1 << stream != 0 else { return false }
      var request = pollfd(fd: stream, events: 0, revents: 0)
      return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
    }
    if hasHungUp { signalNumber.store(SIGHUP, ordering: .relaxed) }
    return !hasHungUp
  }

  static func suspend() { kill(getpid(), SIGSTOP) }

  /// - Parameters:
  ///   - event: An event descriptor (eventfd(2)) that wakes a waiting thread, such as a keyer's.
  ///   - stop: The effect of Ctrl-Z. Programs that key light need another value than `bySystem`, because a stopped process
  ///     would leave its light on. For these programs, Ctrl-\ ends the program as well, and Swift's crash handler is off,
  ///     because it would delay the guard that turns the light off.
  static func watch(waking event: Int32? = nil, atStop stop: Stop = .bySystem) {
    // The descriptor is copied: when a signal arrives, the original may be closed, and another file may have its number. The
    // next copy replaces this one atomically (dup(2)).
    if let event {
      let last = wakeDescriptor.load(ordering: .relaxed)
      if last < 0 || dup2(event, last) < 0 {
        wakeDescriptor.store(fcntl(event, F_DUPFD_CLOEXEC, 0), ordering: .relaxed)
      } else {
        _ = fcntl(last, F_SETFD, FD_CLOEXEC)
      }
    }
    signal(SIGALRM) { _ in _exit(Interruption.lateStatus.load(ordering: .relaxed)) }
    let keysLight = stop != .bySystem
    let ending = [SIGINT, SIGTERM, SIGHUP] + (keysLight ? [SIGQUIT] : []) + (stop == .end ? [SIGTSTP] : [])
    if stop == .suspend {
      signal(SIGTSTP) { _ in
        Interruption.isSuspendRequested.store(true, ordering: .relaxed)
        Interruption.wake()
      }
    }
    if keysLight {
      watchPipe()
      for crash in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(crash, SIG_DFL) }
    }
    for wanted in ending {
      let previous = signal(wanted) { number in
        Interruption.request(number)
      }
      // Under nohup the program ignores SIGHUP, and it continues to ignore it. A script's background jobs ignore SIGINT as
      // well. SIGINT is handled all the same, because `kill -INT` to such a job is intended.
      if wanted == SIGHUP, isWatchingReopening.load(ordering: .relaxed) { watchReopening() }
      if wanted == SIGHUP, number(previous) == number(SIG_IGN) { signal(wanted, SIG_IGN) }
    }
    // A program inherits the signal mask of the thread that started it (signal(7)).
    var unblocked = sigset_t()
    for signal in ending + [SIGALRM, SIGTSTP, SIGPIPE] { sigaddset(&unblocked, signal) }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  /// Asks the program to end as signal `number` does. A signal handler may call it.
  static func request(_ number: Int32) {
    if signalNumber.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
    lateStatus.store(128 + number, ordering: .relaxed)
    alarm(releaseLimit)
    wake()
  }

  /// SIGPIPE from another process ends the program. SIGPIPE from a write of this process is ignored: that write fails with an
  /// error, and a lost connection is made again.
  private static func watchPipe() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_RESTART
    action.__sigaction_handler.sa_sigaction = { number, information, _ in
      if information?.pointee._sifields._kill.si_pid != getpid() { Interruption.request(number) }
    }
    sigaction(SIGPIPE, &action, nil)
  }

  private static func wake() {
    let event = wakeDescriptor.load(ordering: .relaxed)
    guard event >= 0 else { return }
    // The interrupted code may be about to read its own errno (signal-safety(7)).
    let before = errno
    var one: UInt64 = 1
    _ = write(event, &one, 8)
    errno = before
  }

  /// The handler as a number. SIG_IGN and SIG_DFL are numbers of the type of function pointers, which cannot be compared.
  private static func number(_ handler: sighandler_t?) -> Int { unsafeBitCast(handler, to: Int.self) }
}

/// A signal ended the program before its work was done.
package struct Interrupted: Error {
  package var signal: Int32

  /// The exit status that a shell reports.
  package var status: Int32 { 128 + signal }
}
