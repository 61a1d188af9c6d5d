import Frames

/// A pixel format that a camera offers, with its sizes and rates.
public struct CameraFormat: Sendable, Codable, Equatable {
  /// Video4Linux2's FourCC, as in `YUYV`.
  public var code: String
  /// The driver's name of the format.
  public var name: String
  /// Whether a library between the camera and Aldis converts it from another format in software.
  public var isEmulated = false
  public var sizes: [CameraSize] = []

  /// Whether Aldis can read it.
  public var isReadable: Bool { pixels != nil }

  /// The content of a buffer of this format, or `nil` if Aldis cannot read it.
  var pixels: CameraPixels? { CameraPixels(code: code) }
}

/// The content of a camera's buffer.
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
  /// The smallest and the largest number of pixels, and the step between sizes. For a single size, both are equal.
  public struct Extent: Sendable, Codable, Equatable {
    public var minimum: Int
    public var maximum: Int
    public var step = 1

    /// The offered extent nearest to `wanted`; between two steps, the lower one.
    func nearest(to wanted: Int) -> Int {
      guard minimum < maximum else { return minimum }
      let inside = min(max(wanted, minimum), maximum)
      return inside - (inside - minimum) % max(step, 1)
    }
  }

  public var width: Extent
  public var height: Extent
  /// Empty if the driver does not report them. For a range of sizes: the rates at the size nearest to the one that Aldis would
  /// use.
  public var rates: [CameraRates] = []
}

/// A frame rate as an exact fraction: `frames` in `seconds`, as in 30000 in 1001.
public struct FrameRate: Sendable, Codable, Hashable {
  public var frames: UInt32
  public var seconds: UInt32

  public init(_ frames: UInt32, in seconds: UInt32 = 1) {
    self.frames = frames
    self.seconds = seconds
  }

  /// Frames per second; 0 if the denominator is 0.
  public var perSecond: Double { seconds == 0 ? 0 : Double(frames) / Double(seconds) }
}

/// A frame rate that a camera offers, or a range of rates.
public struct CameraRates: Sendable, Codable, Equatable {
  public var slowest: FrameRate
  public var fastest: FrameRate

  /// The offered rate nearest to `wanted` frames per second.
  func nearest(to wanted: Double) -> FrameRate {
    if wanted <= slowest.perSecond { return slowest }
    if wanted >= fastest.perSecond { return fastest }
    // In thousandths of a frame per second, which is exact for every rate with up to three decimals.
    return FrameRate(UInt32((wanted * 1000).rounded()), in: 1000)
  }
}

extension CameraSize.Extent {
  init(_ only: Int) { self.init(minimum: only, maximum: only) }
}

extension CameraRates {
  init(_ only: FrameRate) { self.init(slowest: only, fastest: only) }
}
