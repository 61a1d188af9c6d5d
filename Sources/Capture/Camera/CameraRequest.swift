/// What is asked of a camera. What is left open, Aldis chooses from what the camera offers.
public struct CameraRequest: Sendable, Equatable {
  /// Size in pixels. Either counts only together with the other.
  public var width: Int?
  public var height: Int?
  /// Frames a second.
  public var rate: Double?
  /// A pixel format by Video4Linux2's four characters, as in `MJPG`.
  public var format: String?
  public var exposure: ExposureMode
  /// Whether anyone looks at the pictures. Of Motion JPEG only the luma is decoded where nobody does; it is the same, and
  /// sooner there.
  public var wantsColour: Bool
  /// Keeps what a camera that was pulled out is still owed, so that it gets it when it is plugged in again.
  public var owed = OwedSettings()
  /// Keeps which camera it was, so that it is found again when it is plugged in as another node.
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
