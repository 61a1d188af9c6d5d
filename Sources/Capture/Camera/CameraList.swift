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

/// What one video node is and offers.
public struct CameraDescription: Sendable, Codable, Equatable {
  /// The node, as in `/dev/video0`.
  public var path: String
  /// The name to find the same camera by after it was plugged into another socket or in another order, where the
  /// system keeps one.
  public var stablePath: String?
  /// What the camera calls itself. Empty when the node could not be opened.
  public var name: String
  public var driver: String
  /// Where it is plugged in, as in `usb-0000:00:14.0-1`.
  public var bus: String
  public var formats: [CameraFormat]
  /// Why Aldis cannot use it, in words; `nil` when it can.
  public var obstacle: String?

  public var isUsable: Bool { obstacle == nil }

  /// The obstacle as the error that opening the camera would throw.
  private(set) var failure: CaptureError?

  private enum CodingKeys: CodingKey {
    case path, stablePath, name, driver, bus, formats, obstacle
  }

  public init(
    path: String, stablePath: String? = nil, name: String, driver: String, bus: String,
    formats: [CameraFormat] = [], obstacle: String? = nil
  ) {
    self.path = path
    self.stablePath = stablePath
    self.name = name
    self.driver = driver
    self.bus = bus
    self.formats = formats
    self.obstacle = obstacle
  }

  init(path: String, system: any VideoSystem) {
    self.init(path: path, stablePath: system.stablePath(of: path), name: "", driver: "", bus: "")
    do throws(CaptureError) {
      let device = try V4L2Device(path: path, system: system)
      (name, driver, bus) = (device.card, device.driver, device.bus)
      if let reason = device.obstacle { throw .notACamera(path, reason: reason) }
      formats = device.formats()
      if !formats.contains(where: \.isReadable) {
        throw .noUsableFormat(path, offered: formats.map(\.code))
      }
    } catch {
      failure = error
      obstacle = if case .notACamera(_, let reason) = error { reason } else { error.message }
    }
  }
}
