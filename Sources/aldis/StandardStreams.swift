import Glibc

/// The descriptors 0, 1 and 2, which whoever started the program may have left closed (`2>&-`).
enum StandardStreams {
  /// Sees to it that no LED and no connection gets one of their numbers, and with it our words.
  ///
  /// What is closed is opened the wrong way round, so that it cannot be read or written now either.
  static func occupy() {
    for (stream, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // It gets the lowest free number (open(2)), which is this one.
      _ = open("/dev/null", access)
    }
  }
}
