import Glibc
import Synchronization

/// Whether the user or the system asked the program to end (SIGINT, SIGTERM, SIGHUP, and SIGTSTP, SIGQUIT and SIGPIPE where
/// light is keyed).
///
/// The handlers only set a flag. The loops test it and release everything in order, so that a camera gets its user's
/// settings back. A second signal ends the program at once, and so do ``grace`` seconds: code that waits for a silent pipe
/// cannot test the flag.
enum Interruption {
  // A signal handler may use only lock-free atomics.
  private static let signalNumber = Atomic<Int32>(0)
  private static let eventToSignal = Atomic<Int32>(-1)
  private static let isToHold = Atomic(false)
  private static let isToReopen = Atomic(false)
  private static let isWatchingReopening = Atomic(false)
  /// Standard streams that were terminals at the start, a bit each.
  private static let terminals = Atomic<Int32>(0)

  static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  /// Throws if a signal has asked the program to end.
  static func check() throws(Interrupted) {
    let number = signalNumber.load(ordering: .relaxed)
    if number != 0 { throw Interrupted(signal: number) }
  }

  /// Seconds to release everything.
  private static let grace: UInt32 = 3

  /// What Ctrl-Z does.
  enum Stop {
    /// The system stops the program.
    case usual
    /// It ends the program: a message cannot be continued later.
    case end
    /// The program stops itself, by ``hold()``, when its light is dark.
    case hold
  }

  /// Whether Ctrl-Z was pressed since the last call.
  static func takeHold() -> Bool { isToHold.exchange(false, ordering: .relaxed) }

  /// From now on SIGHUP reopens files instead of ending the program; see ``takeReopening()``.
  static func watchReopening() {
    for stream in STDIN_FILENO...STDERR_FILENO where isatty(stream) == 1 {
      terminals.bitwiseOr(1 << stream, ordering: .relaxed)
    }
    isWatchingReopening.store(true, ordering: .relaxed)
    let previous = signal(SIGHUP) { _ in Interruption.isToReopen.store(true, ordering: .relaxed) }
    if number(previous) == number(SIG_IGN) { signal(SIGHUP, SIG_IGN) }
  }

  /// Whether SIGHUP has asked since the last call that files be reopened. If the terminal is gone, the signal asks the
  /// program to end.
  static func takeReopening() -> Bool {
    guard isToReopen.exchange(false, ordering: .relaxed) else { return false }
    let terminals = terminals.load(ordering: .relaxed)
    let hasHungUp = (STDIN_FILENO...STDERR_FILENO).contains { stream in
      guard terminals & 1 << stream != 0 else { return false }
      var request = pollfd(fd: stream, events: 0, revents: 0)
      return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
    }
    if hasHungUp { signalNumber.store(SIGHUP, ordering: .relaxed) }
    return !hasHungUp
  }

  static func hold() { kill(getpid(), SIGSTOP) }

  /// - Parameters:
  ///   - event: An event descriptor (eventfd(2)) that wakes a waiting thread, such as a keyer's.
  ///   - stop: Programs that key light need another value than `usual`: a stopped process would leave its light on. For them
  ///     Ctrl-\ ends the program as well, and Swift's crash handler is off: it would delay the guard that turns the light
  ///     off.
  static func watch(rousing event: Int32? = nil, atStop stop: Stop = .usual) {
    // A copy of the descriptor: when a signal comes, the original may be closed and its number another file's. The next
    // copy replaces this one atomically (dup(2)).
    if let event {
      let last = eventToSignal.load(ordering: .relaxed)
      if last < 0 || dup2(event, last) < 0 {
        eventToSignal.store(fcntl(event, F_DUPFD_CLOEXEC, 0), ordering: .relaxed)
      } else {
        _ = fcntl(last, F_SETFD, FD_CLOEXEC)
      }
    }
    signal(SIGALRM) { _ in _exit(128 + Interruption.signalNumber.load(ordering: .relaxed)) }
    let keysLight = stop != .usual
    let ending = [SIGINT, SIGTERM, SIGHUP] + (keysLight ? [SIGQUIT] : []) + (stop == .end ? [SIGTSTP] : [])
    if stop == .hold {
      signal(SIGTSTP) { _ in
        Interruption.isToHold.store(true, ordering: .relaxed)
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
      // nohup makes the program ignore SIGHUP, and that stays so. A script's background jobs ignore SIGINT as well; that
      // one is handled, because `kill -INT` to such a job is meant.
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
    alarm(grace)
    wake()
  }

  /// SIGPIPE of another process ends the program. SIGPIPE of an own write is ignored: that write fails with an error, and a
  /// lost connection is made again.
  private static func watchPipe() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_RESTART
    action.__sigaction_handler.sa_sigaction = { number, information, _ in
      if information?.pointee._sifields._kill.si_pid != getpid() { Interruption.request(number) }
    }
    sigaction(SIGPIPE, &action, nil)
  }

  private static func wake() {
    let event = eventToSignal.load(ordering: .relaxed)
    guard event >= 0 else { return }
    // The interrupted code may be about to read its own errno (signal-safety(7)).
    let before = errno
    var one: UInt64 = 1
    _ = write(event, &one, 8)
    errno = before
  }

  /// SIG_IGN and SIG_DFL are numbers in the shape of function pointers, which do not compare.
  private static func number(_ handler: sighandler_t?) -> Int { unsafeBitCast(handler, to: Int.self) }
}

/// A signal ended the program before its work was done.
package struct Interrupted: Error {
  package var signal: Int32

  /// The exit status that a shell reports.
  package var status: Int32 { 128 + signal }
}
