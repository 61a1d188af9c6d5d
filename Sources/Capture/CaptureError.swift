/// Why no frames come. ``message`` words it.
public enum CaptureError: Error, Sendable, Hashable {
  case noSuchFile(String)
  case isDirectory(String)
  /// The system refuses to read the file: the reason is its own.
  case unreadable(String, reason: String)
  /// The file was read and is not what it should be.
  case notUnderstood(String, reason: String)
  /// A container without a moving picture: audio only, or empty.
  case noPicture(String)
  /// The stream broke off in the middle; what came before is good.
  case truncated(String, reason: String)
  /// The system failed while reading: a disk, a network file system.
  case readFailed(String, reason: String)

  case noSuchCamera(String)
  /// None was named, and none that Aldis can read is there.
  case noCamera
  case notACamera(String, reason: String)
  case cameraBusy(String)
  case cameraDenied(String)
  case cameraGone(String)
  /// A camera that offers nothing Aldis can read; the formats it does offer are named.
  case noUsableFormat(String, offered: [String])
  /// A request that the kernel refused: its name, the device, and the system's reason.
  case deviceFailed(String, request: String, reason: String)
}

extension CaptureError {
  /// Whether the source is not there, and may come. While a camera is pulled out or plugged in its node goes before or after
  /// its driver: a request fails, or it seems to be none.
  var isAbsence: Bool {
    switch self {
    case .noSuchCamera, .noCamera, .notACamera, .cameraGone, .deviceFailed: true
    default: false
    }
  }

  /// Whether a camera that is being plugged in may fail so for a moment.
  var mayPass: Bool {
    switch self {
    case .notACamera, .deviceFailed: true
    default: false
    }
  }

  /// One line for people: what failed, with which name, and what to try.
  public var message: String {
    switch self {
    case .noSuchFile(let path):
      "no such file: \(path)"
    case .isDirectory(let path):
      "\(path) is a folder; name a recording inside it"
    case .unreadable(let path, let reason):
      "cannot read \(path): \(reason)"
    case .notUnderstood(let path, let reason):
      "cannot understand \(path): \(reason)"
    case .noPicture(let path):
      "\(path) holds no moving picture; name a video"
    case .truncated(let path, let reason):
      "\(path) breaks off: \(reason); what came before was read"
    case .readFailed(let path, let reason):
      "reading \(path) failed: \(reason)"
    case .noSuchCamera(let name):
      "no such camera: \(name); `aldis cameras` lists those there are"
    case .noCamera:
      "no camera found; plug one in"
    case .notACamera(let path, let reason):
      "\(path) is no camera: \(reason); `aldis cameras` lists those there are"
    case .cameraBusy(let path):
      "\(path) is in use by another program; close it and try again"
    case .cameraDenied(let path):
      "no permission to open \(path); add yourself to the group `video` and log in again"
    case .cameraGone(let path):
      "\(path) is gone; plug the camera in again"
    case .noUsableFormat(let path, let offered):
      "\(path) offers no format Aldis reads (it offers \(offered.joined(separator: ", ")))"
    case .deviceFailed(let path, let request, let reason):
      "\(path) failed at \(request): \(reason); unplug the camera and plug it in again"
    }
  }
}
