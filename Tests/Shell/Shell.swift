import Glibc

/// Runs scripts for the tests.
///
/// Foundation's `Process` learns of a child's end through a socket that other children may inherit, and has been seen
/// to wait for ever; `waitpid` cannot miss it.
public enum Shell {
  /// Runs `script` in bash, with no signal held back, and waits for its end.
  ///
  /// - Returns: The exit status, or 128 and the number of the signal that ended it; 127 when bash cannot be started.
  public static func run(_ script: String) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ["bash", "-o", "pipefail", "-c", script]
    var arguments = words.map { (word: String) in strdup(word) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child = pid_t()
    guard posix_spawn(&child, "/bin/bash", nil, &attributes, arguments, environ) == 0 else { return 127 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// `text` as one word of a script.
  public static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
