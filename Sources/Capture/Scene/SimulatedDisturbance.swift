/// Ambient light that changes, as with passing clouds.
public struct SimulatedAmbient: Sendable, Hashable {
  /// Amplitude of a middle grey (128), in grey levels. Brighter surfaces change more.
  public var swing: Double
  /// Seconds from one brightest moment to the next.
  public var period: Double

  public init(swing: Double, period: Double = 7) {
    self.swing = swing
    self.period = period
  }
}

/// An occluder that moves through the picture once, between the backdrop and the torches.
public struct SimulatedPasserBy: Sendable, Hashable {
  /// Width and height of the figure in pixels.
  public var size: SIMD2<Double>
  /// The row of its middle, in pixels.
  public var row: Double
  /// Pixels per second to the right; negative to the left.
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
  /// Share of brightness that the picture loses when one torch has been on for long, 0 to below 1.
  public var depth: Double
  /// Time constant: seconds after which two thirds of the change are done.
  public var settling: Double

  public init(depth: Double, settling: Double = 0.4) {
    self.depth = depth
    self.settling = settling
  }
}
