import Glibc

/// The descriptors 0, 1 and 2. The program may have been started with one of them closed (`2>&-`).
enum StandardStreams {
  /// Opens the closed streams. Otherwise the file of an LED or a connection could get one of their numbers, and would receive
  /// the program's messages.
  ///
  /// They are opened in the wrong direction, so that reading or writing still fails.
  static func openClosedStreams() {
    for (stream, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is the number of this stream.
      _ = open("/dev/null", access)
    }
  }
}
