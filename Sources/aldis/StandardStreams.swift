import Glibc

/// The descriptors 0, 1 and 2. The program may have been started with one of them closed (`2>&-`).
enum StandardStreams {
  /// Opens the closed ones, so that no LED and no connection gets one of their numbers, and receives our messages.
  ///
  /// They are opened in the wrong direction, so that reading or writing still fails.
  static func occupy() {
    for (stream, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = open("/dev/null", access)
    }
  }
}
