import Synchronization

/// Finds the camera that the user named, and from then on the same camera, even as another node.
public final class KnownCamera: Sendable {
  private let known = Mutex<CameraDescription?>(nil)

  public init() {}

  /// - Parameter nameOrPath: See ``Camera/find(_:)``. Ignored once the camera was found.
  public func find(_ nameOrPath: String) throws(CaptureError) -> CameraDescription {
    try find(nameOrPath, in: LinuxVideoSystem())
  }

  func find(_ nameOrPath: String, in system: any VideoSystem) throws(CaptureError) -> CameraDescription {
    guard let known = known.withLock(\.self) else {
      let found = try Camera.find(nameOrPath, in: system)
      self.known.withLock { $0 = found }
      return found
    }
    // udev keeps this path while the camera is plugged in.
    if let path = known.stablePath { return try Camera.find(path, in: system) }
    let same = Camera.list(of: system).filter { $0.isUsable && $0.name == known.name }
    guard
      let found = same.first(where: { $0.bus == known.bus }) ?? same.first(where: { $0.path == known.path })
        ?? same.first
    else { throw .cameraGone(known.path) }
    return found
  }
}
