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
  /// The torches that were read when the scene changed, and that are being searched in the new one.
  public var awaited: Set<TorchID>

  /// The number of lights that signal but are not read.
  public var unreadCount: Int

  /// A state with these values.
  public init(
    calibration: Double?, sceneBrightness: Double, ambient: Double = 1, torches: [TorchState],
    awaited: Set<TorchID> = [], unreadCount: Int = 0
  ) {
    self.calibration = calibration
    self.ambient = ambient
    self.sceneBrightness = sceneBrightness
    self.torches = torches
    self.awaited = awaited
    self.unreadCount = unreadCount
  }
}

/// One torch at the moment. Levels are on the 100 scale.
public struct TorchState: Sendable, Equatable {
  /// Which torch it is.
  public var id: TorchID
  /// The columns of the tiles that carry its light.
  public var columns: ClosedRange<Int>
  /// The rows of these tiles.
  public var rows: ClosedRange<Int>
  /// The centre of its light, in pixels from the left edge of the picture.
  public var x: Double
  /// The centre of its light, in pixels from the top edge of the picture.
  public var y: Double
  /// The radius in pixels of a disc that gives as much light.
  public var radius: Double
  /// Whether it is on.
  public var isOn: Bool
  /// Its brightness.
  public var level: Double
  /// The level above which the light is on.
  public var threshold: Double
  /// Its level while it is off.
  public var darkLevel: Double
  /// Its level while it is on.
  public var brightLevel: Double
  /// The step from dark to bright, divided by one standard deviation of a frame's noise.
  public var contrastToNoise: Double

  /// A torch with these values.
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
