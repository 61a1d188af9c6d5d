import Frames

/// What a camera made of a lamp, and the truth beside it.
public struct Film: Sendable {
  /// One frame.
  public struct Frame: Sendable {
    /// Start of the exposure in seconds, as the frame is stamped.
    public var start: Double
    /// Length of the exposure in seconds.
    public var exposure: Double
    public var level = 0.0
    /// Whether the level is that of the frame before, which says nothing of the light at this time.
    public var isCopy = false
    /// The truth: the level without lamp or noise, what the lamp adds when lit all along, and the part of the exposure
    /// it was.
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
  /// Standard deviation of a level, and what levels are multiples of (0 = anything).
  public let noise: Double
  public let quantum: Double
  /// Seconds from one frame to the next, as a rule.
  public let frameTime: Double
  /// When the lamp really was on.
  public let marks: [Range<Double>]
  public let duration: Double

  init(noise: Double, quantum: Double, frameTime: Double, marks: [Range<Double>], duration: Double) {
    self.noise = noise
    self.quantum = quantum
    self.frameTime = frameTime
    self.marks = marks
    self.duration = duration
  }

  /// The levels as a light reader tells them, of one torch.
  public var samples: [LightSample] {
    let noise = max(noise, 0.29 * quantum, 0.2)  // a rounding's error: 1 / sqrt(12) of a quantum
    return frames.map {
      LightSample(
        torch: TorchID(0), start: $0.start, exposure: $0.exposure, level: $0.level, noise: noise,
        quantum: quantum, isInformative: !$0.isCopy)
    }
  }

  /// Where the level crosses half way between `low` and `high`: to the frame, no better.
  public func edges(between low: Double, and high: Double) -> [LightEdge] {
    var edges: [LightEdge] = []
    var isOn = false
    for frame in frames where (frame.level > (low + high) / 2) != isOn {
      isOn.toggle()
      edges.append(
        LightEdge(
          torch: TorchID(0), isOn: isOn, time: frame.start + frame.exposure / 2 - frameTime / 2,
          uncertainty: frameTime / 12.0.squareRoot()))
    }
    return edges
  }

  /// Where the level crosses half way between the levels that a twentieth of the frames lie below and above.
  public var edges: [LightEdge] {
    let levels = frames.map(\.level).sorted()
    guard !levels.isEmpty else { return [] }
    return edges(between: levels[levels.count / 20], and: levels[levels.count - 1 - levels.count / 20])
  }
}
