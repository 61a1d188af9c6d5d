import Frames

/// The scene and the torches of a ``LightReader`` at one moment.
public struct LightState: Sendable, Equatable {
  /// 0...1 during calibration, `nil` after it.
  public var calibration: Double?
  /// The mean brightness of the whole picture on the 100 scale: the background is 100.
  public var sceneBrightness: Double
  /// The scene's brightness relative to a reference, without the lamps: it shows the camera's exposure and the daylight.
  public var ambient: Double
  /// Every torch that is being read, in the order of their letters.
  public var torches: [TorchState]

  /// How many more lights signal than are read.
  public var unreadCount: Int

  public init(
    calibration: Double?, sceneBrightness: Double, ambient: Double = 1, torches: [TorchState],
    unreadCount: Int = 0
  ) {
    self.calibration = calibration
    self.ambient = ambient
    self.sceneBrightness = sceneBrightness
    self.torches = torches
    self.unreadCount = unreadCount
  }
}

/// One torch at the moment. Levels are on the 100 scale.
public struct TorchState: Sendable, Equatable {
  public var id: TorchID
  /// The tiles that carry its light: a box of columns and rows.
  public var columns: ClosedRange<Int>
  public var rows: ClosedRange<Int>
  /// The centre of its light in pixels, and the radius of a disc of the same light.
  public var x: Double
  public var y: Double
  public var radius: Double
  public var isOn: Bool
  public var level: Double
  /// Above it the light is on.
  public var threshold: Double
  public var darkLevel: Double
  public var brightLevel: Double
  /// The step from dark to bright, divided by one standard deviation of a frame's noise.
  public var contrastToNoise: Double

  public init(
    id: TorchID, columns: ClosedRange<Int>, rows: ClosedRange<Int>, x: Double, y: Double, radius: Double,
    isOn: Bool, level: Double, threshold: Double, darkLevel: Double, brightLevel: Double,
    contrastToNoise: Double
  ) {
    self.id = id
    self.columns = columns
    self.rows = rows
    self.x = x
    self.y = y
    self.radius = radius
    self.isOn = isOn
    self.level = level
    self.threshold = threshold
    self.darkLevel = darkLevel
    self.brightLevel = brightLevel
    self.contrastToNoise = contrastToNoise
  }
}
