import Glibc
import Synchronization

/// Whether the user or the system asked the program to end (SIGINT, SIGTERM, SIGHUP, and SIGTSTP, SIGQUIT and SIGPIPE where
/// light is keyed).
///
/// The handlers only note the wish: the loops look at it and let go of everything in order, so that a camera gets its
/// user's settings back. A second signal ends the program at once, and so does time: what waits for a pipe that never
/// speaks cannot look.
enum Interruption {
  // A signal handler may touch nothing but these: lock-free atomics.
  private static let signalNumber = Atomic<Int32>(0)
  private static let eventToRouse = Atomic<Int32>(-1)
  private static let isToHold = Atomic(false)
  private static let isToReopen = Atomic(false)
  private static let isWatchingReopening = Atomic(false)
  /// Standard streams that were terminals at the start, a bit each.
  private static let terminals = Atomic<Int32>(0)

  static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  /// Ends the program as one that a signal kept from its end, if one did.
  static func check() throws(Interrupted) {
    let number = signalNumber.load(ordering: .relaxed)
    if number != 0 { throw Interrupted(signal: number) }
  }

  /// Seconds to let go of everything.
  private static let grace: UInt32 = 3

  /// What Ctrl-Z is taken for.
  enum Stop {
    /// The system holds the program.
    case usual
    /// A wish to end: a message that goes on later is none.
    case end
    /// The program holds itself, by ``hold()``, when its light is dark.
    case hold
  }

  /// Whether Ctrl-Z has asked since the last call that the program be held.
  static func takeHold() -> Bool { isToHold.exchange(false, ordering: .relaxed) }

  /// Takes SIGHUP for a wish that files be opened anew, and no longer for one to end; see ``takeReopening()``.
  static func watchReopening() {
    for stream in STDIN_FILENO...STDERR_FILENO where isatty(stream) == 1 {
      terminals.bitwiseOr(1 << stream, ordering: .relaxed)
    }
    isWatchingReopening.store(true, ordering: .relaxed)
    let previous = signal(SIGHUP) { _ in Interruption.isToReopen.store(true, ordering: .relaxed) }
    if number(previous) == number(SIG_IGN) { signal(SIGHUP, SIG_IGN) }
  }

  /// Whether SIGHUP has asked since the last call that files be opened anew. Where it tells that the terminal has gone, it
  /// is a wish to end.
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
  ///   - event: An event descriptor (eventfd(2)) that rouses whoever waits: who keys a light, for one.
  ///   - stop: What is not usual is for programs that key light, which a process that is held would leave as it is. To them Ctrl-\ is a
  ///     wish to end, too. Nor does Swift hold such a process when it crashes, to tell where: those who see to its light would
  ///     have to wait for that.
  static func watch(rousing event: Int32? = nil, atStop stop: Stop = .usual) {
    // One of our own: whoever waits may have gone, and its number be another file's, when a signal comes. The next one
    // takes its number in one step (dup(2)).
    if let event {
      let last = eventToRouse.load(ordering: .relaxed)
      if last < 0 || dup2(event, last) < 0 {
        eventToRouse.store(fcntl(event, F_DUPFD_CLOEXEC, 0), ordering: .relaxed)
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
        Interruption.rouse()
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
      // nohup has the program outlive its terminal. A script's background jobs are told to ignore SIGINT as well, but
      // whoever sends one to such a job by name means it.
      if wanted == SIGHUP, isWatchingReopening.load(ordering: .relaxed) { watchReopening() }
      if wanted == SIGHUP, number(previous) == number(SIG_IGN) { signal(wanted, SIG_IGN) }
    }
    // A program started from a thread that holds signals back inherits that (signal(7)) and would never hear one.
    var heard = sigset_t()
    for signal in ending + [SIGALRM, SIGTSTP, SIGPIPE] { sigaddset(&heard, signal) }
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  /// Asks the program to end as `number`, a signal, does. A signal handler may call it.
  static func request(_ number: Int32) {
    if signalNumber.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
    alarm(grace)
    rouse()
  }

  /// Takes SIGPIPE of another process for a wish to end. Our own, of a write, is an ordinary error of that write: a connection
  /// that is lost is made anew.
  private static func watchPipe() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_RESTART
    action.__sigaction_handler.sa_sigaction = { number, information, _ in
      if information?.pointee._sifields._kill.si_pid != getpid() { Interruption.request(number) }
    }
    sigaction(SIGPIPE, &action, nil)
  }

  private static func rouse() {
    let event = eventToRouse.load(ordering: .relaxed)
    guard event >= 0 else { return }
    // The code that the signal interrupts may be about to look at its own errno (signal-safety(7)).
    let before = errno
    var one: UInt64 = 1
    _ = write(event, &one, 8)
    errno = before
  }

  /// SIG_IGN and SIG_DFL are numbers in the shape of function pointers, which do not compare.
  private static func number(_ handler: sighandler_t?) -> Int { unsafeBitCast(handler, to: Int.self) }
}

/// A signal kept the program from what it was asked to do.
struct Interrupted: Error {
  var signal: Int32

  /// As a shell tells it.
  var status: Int32 { 128 + signal }
}
