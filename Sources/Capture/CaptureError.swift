import Localization

/// Why there are no frames.
public enum CaptureError: Error, Sendable, Hashable {
  case noSuchFile(String)
  case isDirectory(String)
  /// The system refuses to open or read a file or a device, with the system's reason.
  case unreadable(String, reason: LocalizedText)
  /// The file was read, but its format is wrong or unknown.
  case notUnderstood(String, reason: LocalizedText)
  /// A container without a moving picture: audio only, or empty.
  case noPicture(String)
  /// The stream ended early; the part before is good.
  case truncated(String, reason: LocalizedText)
  /// Reading failed in the system: a disk, a network file system.
  case readFailed(String, reason: LocalizedText)

  /// There is no device file at this path, or no camera of this name.
  case noSuchCamera(String)
  /// No camera was named, and there is none that Aldis can read.
  case noCamera
  case notACamera(String, reason: LocalizedText)
  case cameraBusy(String)
  case cameraDenied(String)
  case cameraGone(String)
  /// A camera without a format that Aldis can read, with the formats that it offers.
  case noUsableFormat(String, offered: [String])
  /// A request that the kernel refused: its name, the device, and the system's reason.
  case deviceFailed(String, request: String, reason: LocalizedText)
}

extension CaptureError {
  /// Whether the source is absent and may come later. While a camera is plugged in or pulled out, its node and its driver do
  /// not come and go at the same moment: then a request fails, or the node seems to be no camera.
  var isAbsence: Bool {
    switch self {
    case .noSuchCamera, .noCamera, .notACamera, .cameraGone, .deviceFailed: true
    default: false
    }
  }

  /// Whether a camera that is being plugged in may cause this error for a moment.
  var mayBeTransient: Bool {
    switch self {
    case .notACamera, .deviceFailed: true
    default: false
    }
  }
}

extension CaptureError: LocalizedTextConvertible {
  /// The failure, the name, and what to try.
  public var text: LocalizedText {
    switch self {
    case .noSuchFile(let path): "no such file: \(path)"
    case .isDirectory(let path): "\(path) is a folder; name a recording inside it"
    case .unreadable(let path, let reason), .notUnderstood(let path, let reason):
      "cannot read \(path): \(reason)"
    case .noPicture(let path): "\(path) holds no moving picture; name a video"
    case .truncated(let path, let reason): "\(path) breaks off: \(reason); what came before was read"
    case .readFailed(let path, let reason): "reading \(path) failed: \(reason)"
    case .noSuchCamera(let name): "no such camera: \(name); `aldis cameras` lists those there are"
    case .noCamera: "no camera found; plug one in"
    case .notACamera(let path, let reason):
      "\(path) is no camera: \(reason); `aldis cameras` lists those there are"
    case .cameraBusy(let path): "\(path) is in use by another program; close it and try again"
    case .cameraDenied(let path):
      "no permission to open \(path); add yourself to the group `video` and log in again"
    case .cameraGone(let path): "\(path) is gone; plug the camera in again"
    case .noUsableFormat(let path, let offered):
      "\(path) offers no format Aldis reads (it offers \(offered.joined(separator: ", ")))"
    case .deviceFailed(let path, let request, let reason):
      "\(path) failed at \(request): \(reason); unplug the camera and plug it in again"
    }
  }
}
