import Dispatch
import Glibc
import Torch

/// Detects that the reader of standard output or standard error is gone, as in `aldis send ... 2>&1 | head`.
enum BrokenPipe {
  /// Runs `body`. When the reader is gone, it asks `body` to end, as SIGPIPE would. A failed write cannot detect this, because
  /// nothing is written while a message is sent.
  static func interrupting<Value>(_ body: () throws -> Value) throws -> Value {
    let pipes = [STDOUT_FILENO, STDERR_FILENO].filter(isPipe)
    guard !pipes.isEmpty else { return try body() }
    let end = try Cancellation()
    defer { end.cancel() }
    DispatchQueue(label: "broken pipe").async {
      // poll(2) reports a pipe without a reader even if no event is asked for.
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
