import Frames

/// A film of a lamp, with the true values.
public struct Film: Sendable {
  /// One frame.
  public struct Frame: Sendable {
    /// Start of the exposure in seconds, by the timestamp.
    public var start: Double
    /// Length of the exposure in seconds.
    public var exposure: Double
    public var level = 0.0
    /// Whether the level is a copy of that of the frame before. It then contains no information about this time.
    public var isCopy = false
    /// The true values: the level without lamp and noise, the step that the lamp adds during a whole exposure, and the share of
    /// the exposure with the lamp on.
    public var dark: Double
    public var step: Double
    public var lit: Double

    init(start: Double, exposure: Double, dark: Double, step: Double, lit: Double) {
      self.start = start
      self.exposure = exposure
      self.dark = dark
      self.step = step
      self.lit = lit
    }
  }

  public var frames: [Frame] = []
  /// Standard deviation of a level.
  public let noise: Double
  /// Levels are multiples of this; 0 = not rounded.
  public let quantum: Double
  /// Usual time from frame to frame, in seconds.
  public let frameTime: Double
  /// The true times at which the lamp was on.
  public let marks: [Range<Double>]
  public let duration: Double

  init(noise: Double, quantum: Double, frameTime: Double, marks: [Range<Double>], duration: Double) {
    self.noise = noise
    self.quantum = quantum
    self.frameTime = frameTime
    self.marks = marks
    self.duration = duration
  }

  /// The levels as a light reader reports them, for one torch.
  public var samples: [LightSample] {
    let noise = max(noise, 0.29 * quantum, 0.2)  // rounding error: 1 / sqrt(12) of a quantum
    return frames.map {
      LightSample(
        torch: TorchID(0), start: $0.start, exposure: $0.exposure, level: $0.level, noise: noise,
        quantum: quantum, isInformative: !$0.isCopy)
    }
  }

  /// The edges where the level crosses the middle between the fifth and the ninety-fifth percentile of the levels, to the
  /// precision of a frame.
  public var edges: [LightEdge] {
    let levels = frames.map(\.level).sorted()
    guard !levels.isEmpty else { return [] }
    let middle = (levels[levels.count / 20] + levels[levels.count - 1 - levels.count / 20]) / 2
    var edges: [LightEdge] = []
    var isOn = false
    for frame in frames where (frame.level > middle) != isOn {
      isOn.toggle()
      edges.append(
        LightEdge(
          torch: TorchID(0), isOn: isOn, time: frame.start + frame.exposure / 2 - frameTime / 2,
          uncertainty: frameTime / 12.0.squareRoot()))
    }
    return edges
  }
}
