/// The cameras of this machine.
public enum Camera {
  /// Every video node, camera or not, in the order of their numbers. Opens each node briefly.
  public static func list() -> [CameraDescription] {
    list(of: LinuxVideoSystem())
  }

  static func list(of system: any VideoSystem) -> [CameraDescription] {
    system.nodes().map { path in CameraDescription(path: path, system: system) }
  }

  /// The camera of a path, or of a part of its name in upper or lower case.
  ///
  /// If a name fits several cameras, the first usable one is returned.
  public static func find(_ nameOrPath: String) throws(CaptureError) -> CameraDescription {
    try find(nameOrPath, in: LinuxVideoSystem())
  }

  static func find(_ nameOrPath: String, in system: any VideoSystem) throws(CaptureError) -> CameraDescription
  {
    let isPath = nameOrPath.contains("/") || system.kind(of: nameOrPath) != nil
    let candidates =
      isPath
      ? [CameraDescription(path: nameOrPath, system: system)]
      : list(of: system).filter {
        !nameOrPath.isEmpty && $0.name.lowercased().contains(nameOrPath.lowercased())
      }
    if let usable = candidates.first(where: \.isUsable) { return usable }
    throw candidates.first?.failure ?? .noSuchCamera(nameOrPath)
  }

  /// The default camera: the first usable one.
  public static func first() -> CameraDescription? {
    list().first(where: \.isUsable)
  }
}
