/// A video node and its abilities.
public struct CameraDescription: Sendable, Codable, Equatable {
  /// The node, as in `/dev/video0`.
  public var path: String
  /// The path that leads to the same camera after it was plugged in elsewhere, if the system keeps one.
  public var stablePath: String?
  /// The camera's own name. Empty if the node could not be opened.
  public var name = ""
  public var driver = ""
  /// Where it is plugged in, as in `usb-0000:00:14.0-1`.
  public var bus = ""
  public var formats: [CameraFormat] = []
  /// Why Aldis cannot use it, in words; `nil` when it can.
  public var obstacle: String?

  public var isUsable: Bool { obstacle == nil }

  /// The obstacle as the error that opening the camera would throw.
  public private(set) var failure: CaptureError?

  private enum CodingKeys: CodingKey {
    case path, stablePath, name, driver, bus, formats, obstacle
  }

  init(path: String, system: any VideoSystem) {
    (self.path, stablePath) = (path, system.stablePath(of: path))
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
      obstacle = if case .notACamera(_, let reason) = error { reason.description } else { error.message }
    }
  }
}
