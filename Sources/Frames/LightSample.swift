/// The brightness of a torch in one frame: the input of decoding, before any threshold.
public struct LightSample: Sendable, Equatable {
  /// The torch that was measured.
  public var torch: TorchID
  /// Start of the exposure, in seconds on the source's axis.
  public var start: Double
  /// Length of the exposure in seconds, known or estimated; never longer than the time to the next frame.
  public var exposure: Double
  /// Brightness on the 100 scale: the background is 100. Between and beyond the lamp's two levels the scale is bent so that the
  /// noise is the same in both.
  public var level: Double
  /// One standard deviation of the brightness from sensor noise, before the scale is bent.
  public var noise: Double
  /// The quantization step of levels; 0 if they are not quantized.
  public var quantum: Double
  /// `false` for a frame without information about the light at its time: it repeats the frame before bit for bit, or an
  /// occluder hides the torch's background.
  public var isInformative: Bool
  /// The share of the torch's pixels that are clipped, 0...1.
  public var clipped: Double

  /// The brightness of a torch in one frame.
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
