import Frames

/// One pixel format a camera offers, with the sizes and rates it offers it in.
public struct CameraFormat: Sendable, Codable, Equatable {
  /// Video4Linux2's four characters, as in `YUYV`.
  public var code: String
  /// The driver's words for it.
  public var name: String
  /// Made in software from another format, by a library between the camera and Aldis.
  public var isEmulated: Bool
  public var sizes: [CameraSize]

  public init(code: String, name: String, isEmulated: Bool = false, sizes: [CameraSize] = []) {
    self.code = code
    self.name = name
    self.isEmulated = isEmulated
    self.sizes = sizes
  }

  /// Whether Aldis can read it.
  public var isReadable: Bool { pixels != nil }

  /// What a buffer of this format holds, or `nil` when Aldis cannot read it.
  var pixels: CameraPixels? { CameraPixels(code: code) }
}

/// What a camera's buffer holds.
enum CameraPixels: Equatable {
  case plain(PixelFormat)
  /// A JPEG picture in each buffer.
  case jpeg

  init?(code: String) {
    switch code {
    case "MJPG", "JPEG": self = .jpeg
    // Not a code of Video4Linux2: see PixelFormat.
    case PixelFormat.yuv444.rawValue: return nil
    default:
      guard let format = PixelFormat(rawValue: code) else { return nil }
      self = .plain(format)
    }
  }
}

/// A size a camera offers, or a range of sizes, with its frame rates.
public struct CameraSize: Sendable, Codable, Equatable {
  /// The smallest and the largest number of pixels and the step between, all equal to a single size when it is one.
  public struct Extent: Sendable, Codable, Equatable {
    public var minimum: Int
    public var maximum: Int
    public var step: Int

    public init(minimum: Int, maximum: Int, step: Int = 1) {
      self.minimum = minimum
      self.maximum = maximum
      self.step = step
    }

    public init(_ only: Int) { self.init(minimum: only, maximum: only) }

    /// The extent offered that is nearest to `wanted`, not above it where it lies between two steps.
    func nearest(to wanted: Int) -> Int {
      guard minimum < maximum else { return minimum }
      let inside = min(max(wanted, minimum), maximum)
      return inside - (inside - minimum) % max(step, 1)
    }
  }

  public var width: Extent
  public var height: Extent
  /// Empty if the driver does not report them. For a range of sizes: at the size nearest to the one Aldis would use.
  public var rates: [CameraRates]

  public init(width: Extent, height: Extent, rates: [CameraRates] = []) {
    self.width = width
    self.height = height
    self.rates = rates
  }
}

/// A frame rate as an exact fraction: `frames` in `seconds`, as in 30000 in 1001.
public struct FrameRate: Sendable, Codable, Hashable {
  public var frames: UInt32
  public var seconds: UInt32

  public init(_ frames: UInt32, in seconds: UInt32 = 1) {
    self.frames = frames
    self.seconds = seconds
  }

  /// Frames a second; 0 for a fraction that is none.
  public var perSecond: Double { seconds == 0 ? 0 : Double(frames) / Double(seconds) }
}

/// A frame rate a camera offers, or everything from the slowest to the fastest.
public struct CameraRates: Sendable, Codable, Equatable {
  public var slowest: FrameRate
  public var fastest: FrameRate

  public init(slowest: FrameRate, fastest: FrameRate) {
    self.slowest = slowest
    self.fastest = fastest
  }

  public init(_ only: FrameRate) { self.init(slowest: only, fastest: only) }

  /// The rate offered that is nearest to `wanted` frames a second.
  func nearest(to wanted: Double) -> FrameRate {
    if wanted <= slowest.perSecond { return slowest }
    if wanted >= fastest.perSecond { return fastest }
    // Milliframes: exact for every rate people ask for.
    return FrameRate(UInt32((wanted * 1000).rounded()), in: 1000)
  }
}
