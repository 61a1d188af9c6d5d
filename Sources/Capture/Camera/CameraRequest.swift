/// The settings that are requested from a camera. For `nil`, Aldis chooses from those that the camera offers.
public struct CameraRequest: Sendable {
  /// Size in pixels. Ignored unless both are set.
  public var width: Int?
  public var height: Int?
  /// Frames per second.
  public var rate: Double?
  /// A pixel format by Video4Linux2's FourCC, as in `MJPG`.
  public var format: String?
  public var exposure: ExposureMode
  /// Whether the pictures are shown. If not, only the luma of Motion JPEG is decoded: its values are the same, and it takes
  /// less time.
  public var wantsColour: Bool
  /// The settings to be restored when a camera that was pulled out is plugged in again.
  var unrestored = UnrestoredSettings()
  /// The camera that was found, so that it is found again as another node.
  public var known = KnownCamera()

  public init(
    width: Int? = nil, height: Int? = nil, rate: Double? = nil, format: String? = nil,
    exposure: ExposureMode = .lock, wantsColour: Bool = true
  ) {
    self.width = width
    self.height = height
    self.rate = rate
    self.format = format
    self.exposure = exposure
    self.wantsColour = wantsColour
  }
}
