import Glibc

/// A process that gives an LED back as it was found when its sender is done, or dies: by `kill -9`, a crash, lack of memory.
///
/// It waits at a line whose end is the sender's, whatever its cause. Until it is through it shares the sender's lock: nobody
/// takes an LED that is still to be restored.
struct LEDGuard: ~Copyable {
  private let process: pid_t
  private let folder: String
  private let found: LEDSetting
  private let line: CInt
  private let lock: LEDLock
  private var hasEnded = false

  /// The guard is deaf to signals that end a whole group, for they reach the sender as well. The brightness comes before the
  /// trigger, because brightness 0 takes a trigger off (Documentation/ABI/testing/sysfs-class-led); the trigger's parameters, pairs
  /// of name and value, exist only after it, and some refuse to be written where nothing is to be changed.
  private static let script = """
    trap '' HUP INT TERM
    read -r _
    cd "$1" && printf %s "$2" >brightness && { [ -z "$3" ] || printf %s "$3" >trigger; } || exit
    shift 3; status=0
    while [ $# -gt 1 ]; do [ "$(cat "$1")" = "$2" ] || printf %s "$2" >"$1" || status=1; shift 2; done
    exit $status
    """

  /// - Parameter folder: The LED's own.
  init(folder: String, found: LEDSetting, lock: consuming LEDLock, torch: String) throws(TorchError) {
    var ends: [CInt] = [-1, -1]
    // A socket instead of a pipe: it can be made so that no other child inherits it and keeps it open.
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .failed(torch, reason: systemReason())
    }
    defer { close(ends[0]) }
    var child = pid_t()
    let code = Self.spawn(
      ["sh", "-c", Self.script, "aldis-led-guard", folder, found.brightness, found.trigger ?? ""]
        + found.parameters.flatMap { [$0.name, $0.value] },
      descriptors: [(ends[0], STDIN_FILENO), (lock.descriptor, 3)], process: &child)
    guard code == 0 else {
      close(ends[1])
      throw .failed(torch, reason: "its guard cannot be started: \(systemReason(code))")
    }
    process = child
    self.folder = folder
    self.found = found
    line = ends[1]
    self.lock = lock
  }

  deinit {
    if !hasEnded { _ = end() }
  }

  /// Has the LED given back, and waits for it; the lock is lifted after that.
  ///
  /// - Returns: Whether the LED took it.
  consuming func giveBack() -> Bool {
    hasEnded = true
    return end()
  }

  private func end() -> Bool {
    close(line)
    var status: CInt = -1
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The guard may have been killed itself: by whoever looks for stray shells, or for want of memory.
    return status == 0 || (try? found.restore(to: folder)) != nil
  }

  /// Starts `/bin/sh` with nothing of ours but `descriptors`, in a process group of its own.
  private static func spawn(
    _ words: [String], descriptors: [(ours: CInt, theirs: CInt)], process: inout pid_t
  ) -> CInt {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
    // A guard that kept standard output open would keep whoever reads it waiting.
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { (word: String) in strdup(word) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ)
  }
}
