/// How bright a torch was in one frame: the raw matter of decoding, before any threshold.
public struct LightSample: Sendable, Equatable {
  public var torch: TorchID
  /// Start of the exposure, in seconds on the source's axis.
  public var start: Double
  /// Length of the exposure in seconds, known or estimated; never longer than the time to the next frame.
  public var exposure: Double
  /// Brightness on the 100 scale: the calm scene reads 100.
  public var level: Double
  /// One standard deviation of `level` from sensor noise.
  public var noise: Double
  /// What levels are rounded to multiples of; 0 where they are not.
  public var quantum: Double
  /// `false` for a frame that says nothing of the light at its time: it repeats the one before it bit for bit, or somebody
  /// stands before the torch's background.
  public var isInformative: Bool
  /// 0...1: the share of the torch's pixels that are as bright as the camera can tell.
  public var clipped: Double

  public init(
    torch: TorchID, start: Double, exposure: Double, level: Double, noise: Double,
    quantum: Double = 0, isInformative: Bool = true, clipped: Double = 0
  ) {
    self.torch = torch
    self.start = start
    self.exposure = exposure
    self.level = level
    self.noise = noise
    self.quantum = quantum
    self.isInformative = isInformative
    self.clipped = clipped
  }
}
