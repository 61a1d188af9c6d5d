import Glibc

/// The kind, the size and the identity of a file (inode(7)).
package struct FileStatus {
  private let status: stat

  /// - Returns: `nil` if there is no such file; `errno` has the reason.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  package init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  /// Whether it is neither a folder, a device, a pipe nor a socket.
  package var isRegular: Bool { kind == S_IFREG }
  package var isFolder: Bool { kind == S_IFDIR }
  package var isDevice: Bool { kind == S_IFCHR || kind == S_IFBLK }
  package var isPipe: Bool { kind == S_IFIFO }
  private var kind: mode_t { status.st_mode & S_IFMT }

  /// Bytes.
  package var size: Int { Int(status.st_size) }

  /// Whether both are one file. Different paths may lead to the same file.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }
}
