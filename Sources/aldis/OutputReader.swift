import Dispatch
import Glibc
import Torch

/// Whoever reads standard output and standard error, where they are pipes: `aldis send ... 2>&1 | head`.
enum OutputReader {
  /// Runs `body`, and asks it to end, as SIGPIPE would, when nobody reads any more. A message says nothing until its end, so that
  /// no write would notice.
  static func watched<Value>(_ body: () throws -> Value) throws -> Value {
    let pipes = [STDOUT_FILENO, STDERR_FILENO].filter(isPipe)
    guard !pipes.isEmpty else { return try body() }
    let end = try Cancellation()
    defer { end.cancel() }
    DispatchQueue(label: "output reader").async {
      // That a pipe has lost its reader is told unasked (poll(2)).
      var requests = pipes.map { pollfd(fd: $0, events: 0, revents: 0) }
      requests.append(pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0))
      while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
      if requests.dropLast().contains(where: { $0.revents != 0 }) { Interruption.request(SIGPIPE) }
    }
    return try body()
  }

  private static func isPipe(_ stream: Int32) -> Bool {
    var status = stat()
    return fstat(stream, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}
