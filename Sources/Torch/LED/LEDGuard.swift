import Frames
import Glibc
import Localization

/// A process that restores an LED when its sender ends or dies: by `kill -9`, a crash, lack of memory.
///
/// It waits until its connection to the sender ends, which the kernel ensures in each case. Until it has finished, it shares
/// the sender's lock, so no program can take an LED that is not restored yet.
struct LEDGuard: ~Copyable {
  private let process: pid_t
  private let folder: String
  private let original: LEDSetting
  private let connection: CInt
  private let lock: LEDLock
  private var hasEnded = false

  /// The guard ignores signals that end a whole process group, because they also reach the sender. The brightness is written
  /// before the trigger, because brightness 0 removes a trigger (Documentation/ABI/testing/sysfs-class-led). The trigger's
  /// parameters, pairs of name and value, exist only after it is set, and some refuse to be written if they would not change.
  private static let script = """
    trap '' HUP INT TERM
    read -r _
    cd "$1" && printf %s "$2" >brightness && { [ -z "$3" ] || printf %s "$3" >trigger; } || exit
    shift 3; status=0
    while [ $# -gt 1 ]; do [ "$(cat "$1")" = "$2" ] || printf %s "$2" >"$1" || status=1; shift 2; done
    exit $status
    """

  /// - Parameter folder: The LED's folder.
  init(folder: String, original: LEDSetting, lock: consuming LEDLock, torch: String) throws(TorchError) {
    var ends: [CInt] = [-1, -1]
    // A socket instead of a pipe: with SOCK_CLOEXEC, no other child inherits it and keeps it open.
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .failed(torch, reason: LocalizedText(errno: errno))
    }
    defer { close(ends[0]) }
    var child = pid_t()
    let code = Self.spawn(
      ["sh", "-c", Self.script, "aldis-led-guard", folder, original.brightness, original.trigger ?? ""]
        + original.parameters.flatMap { [$0.name, $0.value] },
      descriptors: [(ends[0], STDIN_FILENO), (lock.descriptor, 3)], process: &child)
    guard code == 0 else {
      close(ends[1])
      throw .failed(torch, reason: "its guard cannot be started: \(LocalizedText(errno: code))")
    }
    process = child
    self.folder = folder
    self.original = original
    connection = ends[1]
    self.lock = lock
  }

  deinit {
    if !hasEnded { _ = end() }
  }

  /// Restores the LED and waits for that. Then the lock is released.
  ///
  /// - Returns: Whether the LED was restored.
  consuming func restore() -> Bool {
    hasEnded = true
    return end()
  }

  private func end() -> Bool {
    close(connection)
    var status: CInt = -1
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The guard itself may have been killed: by a user who ends unknown shells, or because of lack of memory.
    return status == 0 || (try? original.restore(to: folder)) != nil
  }

  /// Starts `/bin/sh` in a separate process group, which inherits only `descriptors`.
  private static func spawn(
    _ words: [String], descriptors: [(ours: CInt, theirs: CInt)], process: inout pid_t
  ) -> CInt {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
    // If the guard kept standard output open, its reader would wait for its end.
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
