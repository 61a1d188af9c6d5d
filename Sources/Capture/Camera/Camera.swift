/// The cameras of this machine.
public enum Camera {
  /// Every video node, cameras or not, in the order of their numbers. Opens each one for a moment.
  public static func list() -> [CameraDescription] {
    list(of: LinuxVideoSystem())
  }

  static func list(of system: any VideoSystem) -> [CameraDescription] {
    system.nodes().map { path in CameraDescription(path: path, system: system) }
  }

  /// The camera that a person means by a path or by part of the camera's name, in letters of either case.
  ///
  /// A name that fits several cameras means the first that is usable.
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

  /// The camera to take when nobody names one: the first usable.
  public static func first() -> CameraDescription? {
    list().first(where: \.isUsable)
  }
}
