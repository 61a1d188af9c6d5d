/// Light around the scene that comes and goes, as when clouds pass.
public struct SimulatedAmbient: Sendable, Hashable {
  /// How far a middle grey (128) swings to both sides, in grey levels. Brighter surfaces swing farther.
  public var swing: Double
  /// Seconds from one brightest moment to the next.
  public var period: Double

  public init(swing: Double, period: Double = 7) {
    self.swing = swing
    self.period = period
  }
}

/// Someone who walks through the picture once, between the backdrop and the torches.
public struct SimulatedPasserBy: Sendable, Hashable {
  /// Width and height of the figure in pixels.
  public var size: SIMD2<Double>
  /// The row of the picture where its middle is, in pixels.
  public var row: Double
  /// Pixels a second to the right; negative to the left.
  public var speed: Double
  /// The grey level of the clothes.
  public var level: Double
  /// When the figure enters the picture, in seconds from the start of the scene.
  public var start: Double

  public init(
    size: SIMD2<Double>, row: Double, speed: Double, level: Double = 25, start: Double = 0
  ) {
    self.size = size
    self.row = row
    self.speed = speed
    self.level = level
    self.start = start
  }
}

/// A camera that darkens the picture when a torch lights it, and brightens it again afterwards.
public struct SimulatedAutoExposure: Sendable, Hashable {
  /// How much of its brightness the picture has lost when a single torch has been on for long, 0 to below 1.
  public var depth: Double
  /// In how many seconds two thirds of the way are gone.
  public var settling: Double

  public init(depth: Double, settling: Double = 0.4) {
    self.depth = depth
    self.settling = settling
  }
}
