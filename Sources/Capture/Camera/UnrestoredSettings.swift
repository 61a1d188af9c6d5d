import Synchronization

/// The original settings of cameras that were pulled out before they could be restored.
///
/// Many cameras keep their settings while they are unplugged. Without these values, Aldis would save its own settings as the
/// user's when it opens the camera again.
final class UnrestoredSettings: Sendable {
  /// By the camera's name and port: each setting's number with its value.
  private let settings = Mutex<[String: [UInt32: Int32]]>([:])

  /// Keeps settings that could not be restored.
  func keep(_ values: [UInt32: Int32], of camera: String) {
    settings.withLock { $0[camera] = values }
  }

  /// Takes the settings of `camera`; its new reader has to restore them.
  func take(of camera: String) -> [UInt32: Int32] {
    settings.withLock { $0.removeValue(forKey: camera) } ?? [:]
  }
}
