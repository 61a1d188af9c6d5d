/// The scene and the camera of a ``SimulatedScene``.
///
/// Equal descriptions give equal bytes.
public struct SceneDescription: Sendable, Hashable {
  /// The background of the torches.
  public enum Backdrop: Sendable, Hashable {
    /// A harbour at dusk, in colour: sky, hills, water, a lighthouse, a pier, and a ship with a signal lamp.
    case harbour
    /// Grey clouds of several sizes, by the seed: the difficult backdrop of evaluations.
    case texture(seed: UInt64)
    /// One grey level, 0...255.
    case plain(level: Double)
  }

  /// The pace of the frames.
  public enum Pace: Sendable, Hashable {
    /// Like a camera: a frame appears when its exposure is over, stamped by the monotonic clock, and is lost if it is not taken
    /// in time.
    case realTime
    /// Like a recording: the next frame is there at once, and time begins at zero.
    case asFastAsRead
  }

  /// Size in pixels.
  public var width: Int
  public var height: Int
  /// Frames per second.
  public var rate: Double
  /// Exposure as a fraction of the frame interval, above 0 and at most 1.
  public var exposure: Double
  public var torches: [SimulatedTorch]
  /// One standard deviation of the sensor's noise, in grey levels, independent for each pixel and frame.
  public var noise: Double
  /// Shake of the picture: root mean square in pixels, along each axis.
  public var shake: Double
  /// Seconds before the first mark and after the last one.
  public var leadIn: Double
  public var tail: Double
  /// Whether the torches begin again after the tail; the scene then has no end.
  public var repeats: Bool
  /// The fraction of frames lost on their way, from 0 to below 1.
  public var drops: Double
  public var backdrop: Backdrop
  /// Seed of noise, shake, losses, and the places of torches without one.
  public var seed: UInt64
  public var pace: Pace

  public init(
    width: Int = 640, height: Int = 480, rate: Double = 30, exposure: Double = 0.5,
    torches: [SimulatedTorch] = [], noise: Double = 2, shake: Double = 0, leadIn: Double = 2,
    tail: Double = 2, repeats: Bool = false, drops: Double = 0, backdrop: Backdrop = .harbour,
    seed: UInt64 = 1, pace: Pace = .asFastAsRead
  ) {
    self.width = width
    self.height = height
    self.rate = rate
    self.exposure = exposure
    self.torches = torches
    self.noise = noise
    self.shake = shake
    self.leadIn = leadIn
    self.tail = tail
    self.repeats = repeats
    self.drops = drops
    self.backdrop = backdrop
    self.seed = seed
    self.pace = pace
  }

  /// The demo: the harbour, live, with a ship's lamp that repeats `marks`.
  ///
  /// - Parameter marks: When the lamp is on, in seconds from the first mark; ascending and apart.
  public static func demo(marks: [Range<Double>]) -> SceneDescription {
    SceneDescription(
      width: 960, height: 540, torches: [SimulatedTorch(marks: marks, brightness: 240, glow: 0.3)],
      noise: 1.5, leadIn: 2, tail: 3, repeats: true, pace: .realTime)
  }

  /// Seconds from the start to the end of the tail: the scene's length, or of one round if it repeats.
  public var duration: Double {
    leadIn + (torches.map { $0.marks.last?.upperBound ?? 0 }.max() ?? 0) + tail
  }

  /// How many frames the scene has, lost ones included; `nil` if it repeats.
  public var frameCount: Int? {
    repeats ? nil : Int((duration * rate).rounded())
  }
}
