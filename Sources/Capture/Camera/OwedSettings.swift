import Synchronization

/// What cameras were when Aldis came to them, and could not be given back: they were pulled out.
///
/// Many a camera keeps its settings while it is away. Whoever opens it again without this would take the settings that Aldis
/// left for its user's own.
public final class OwedSettings: Sendable {
  /// By the camera's name and where it is plugged in: the number of each setting, with its value.
  private let debts = Mutex<[String: [UInt32: Int32]]>([:])

  /// Owes nothing.
  public init() {}

  func owe(_ settings: [UInt32: Int32], to camera: String) {
    debts.withLock { $0[camera] = settings }
  }

  /// What `camera` is owed; from now on its new reader owes it.
  func take(over camera: String) -> [UInt32: Int32] {
    debts.withLock { $0.removeValue(forKey: camera) } ?? [:]
  }
}

extension OwedSettings: Equatable {
  public static func == (one: OwedSettings, other: OwedSettings) -> Bool { one === other }
}
