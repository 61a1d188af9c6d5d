import Frames
import Localization

/// The first line of a YUV4MPEG2 stream: size, colours, frame rate.
///
/// The format is that of MJPEG Tools, yuv4mpeg(5): `YUV4MPEG2` and parameters of one letter each, such as
/// `YUV4MPEG2 W640 H480 F30:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED`.
public struct Y4MHeader: Sendable, Equatable {
  /// Frames per second as a fraction, exact for 29.97 (30000:1001).
  public struct Rate: Sendable, Equatable {
    public let numerator: Int64
    public let denominator: Int64

    /// - Parameters: Both from 1 to 2^31 - 1, the range of programs that write the format.
    public init(_ numerator: Int64, per denominator: Int64 = 1) {
      precondition(Self.parts.contains(numerator) && Self.parts.contains(denominator))
      self.numerator = numerator
      self.denominator = denominator
    }

    static let parts = 1...Int64(Int32.max)

    /// When frame `index` is shown: `index` x denominator / numerator seconds, to the nearest nanosecond.
    public func timestamp(of index: UInt64) -> Timestamp {
      let parts = UInt128(index) * UInt128(denominator) * 1_000_000_000
      let nanoseconds = (parts + UInt128(numerator / 2)) / UInt128(numerator)
      return Timestamp(nanoseconds: Int64(clamping: nanoseconds))
    }

    /// The nearest `Double`.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
  }

  /// The format of a frame, with its planes one after another as in the stream.
  public let format: FrameFormat
  /// `nil` if the stream does not specify it (`F0:0`): then it is 25 frames per second, as in FFmpeg.
  public let rate: Rate?

  /// - Parameter format: A format that the stream can carry (``colours(of:)``). Only its size, pixel format and range are used.
  public init(format: FrameFormat, rate: Rate?) {
    self.format = FrameFormat(
      format.pixelFormat, width: format.width, height: format.height, range: format.range)
    self.rate = rate
  }

  /// The rate for the times of frames.
  public var timing: Rate { rate ?? Rate(25) }

  /// The value of `C` for a pixel format; `nil` if there is none.
  public static func colours(of pixelFormat: PixelFormat) -> String? {
    switch pixelFormat {
    case .grey: "mono"
    case .yu12: "420jpeg"
    case .yuv422: "422"
    case .yuv444: "444"
    case .yuyv, .uyvy, .nv12, .rgb24, .bgr24: nil
    }
  }

  /// The header line, with its line feed; `nil` for a pixel format that the stream cannot carry.
  public var line: String? {
    guard let colours = Self.colours(of: format.pixelFormat) else { return nil }
    let rate = rate.map { "\($0.numerator):\($0.denominator)" } ?? "0:0"
    let range = format.range == .full ? "FULL" : "LIMITED"
    return "YUV4MPEG2 W\(format.width) H\(format.height) F\(rate) Ip A1:1 C\(colours) XCOLORRANGE=\(range)\n"
  }
}

extension Y4MHeader {
  /// The first bytes of every stream.
  static let magic = "YUV4MPEG2"

  /// Reads a header.
  ///
  /// In interlaced streams, both fields are in one picture and stay there. Unknown parameters are skipped.
  ///
  /// - Parameter line: The stream's first line without its line feed.
  public init(parsing line: String) throws(Y4MError) {
    let words = line.split(separator: " ")
    guard let magic = words.first, magic == Self.magic else { throw .noHeader }
    var width: Int?
    var height: Int?
    var rate: Rate?
    var pixelFormat = PixelFormat.yu12
    var range = FrameFormat.Range.limited
    for word in words.dropFirst() {
      let value = word.dropFirst()
      switch word.first {
      case "W": width = try Self.side(value, in: word)
      case "H": height = try Self.side(value, in: word)
      case "F": rate = try Self.rate(value, in: word)
      case "C": pixelFormat = try Self.pixelFormat(value)
      case "I":
        guard ["p", "t", "b", "m", "?"].contains(value) else { throw .unknown(String(word)) }
      case "X" where word.hasPrefix("XCOLORRANGE="):
        switch value.dropFirst("COLORRANGE=".count) {
        case "FULL": range = .full
        case "LIMITED": range = .limited
        default: throw .unknown(String(word))
        }
      default: break
      }
    }
    guard let width else { throw .missing("W (width)") }
    guard let height else { throw .missing("H (height)") }
    self.init(format: FrameFormat(pixelFormat, width: width, height: height, range: range), rate: rate)
  }

  private static func side(_ value: Substring, in word: Substring) throws(Y4MError) -> Int {
    guard let side = Int(value) else { throw .unknown(String(word)) }
    guard (1...FrameFormat.largestSide).contains(side) else { throw .impossibleSize(String(word)) }
    return side
  }

  private static func rate(
    _ value: Substring, in word: Substring
  ) throws(Y4MError) -> Rate? {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1] else {
      throw .unknown(String(word))
    }
    if numerator == 0, denominator == 0 { return nil }
    guard Rate.parts.contains(numerator), Rate.parts.contains(denominator) else {
      throw .unknown(String(word))
    }
    return Rate(numerator, per: denominator)
  }

  /// The pixel format of a value of `C`. The 4:2:0 values differ only in the places of chroma samples.
  private static func pixelFormat(_ value: Substring) throws(Y4MError) -> PixelFormat {
    switch value {
    case "420", "420jpeg", "420mpeg2", "420paldv": .yu12
    case "422": .yuv422
    case "444": .yuv444
    case "mono": .grey
    default: throw .unsupportedColours(String(value))
    }
  }
}

/// Errors of a YUV4MPEG2 stream.
public enum Y4MError: Error, Sendable, Equatable {
  /// The stream does not begin with `YUV4MPEG2`.
  case noHeader
  /// The first line is too long.
  case endlessHeader
  case missing(String)
  /// A parameter with an unknown value.
  case unknown(String)
  case impossibleSize(String)
  /// Another sampling, more than 8 bits, or an alpha plane.
  case unsupportedColours(String)
  /// A frame does not begin with `FRAME`.
  case noFrame(UInt64)
}

extension Y4MError: LocalizedTextConvertible {
  public var text: LocalizedText {
    switch self {
    case .noHeader: "it does not begin with YUV4MPEG2"
    case .endlessHeader: "its first line has no end"
    case .missing(let parameter): "its header has no \(parameter)"
    case .unknown(let word): "its header says \(word)"
    case .impossibleSize(let word):
      "its header says \(word), and a side is 1 to \(FrameFormat.largestSide) pixels"
    case .unsupportedColours(let colours):
      "its colours are C\(colours); 8-bit mono, 420, 422 and 444 can be read (ffmpeg -pix_fmt yuv420p)"
    case .noFrame(let index): "frame \(index) does not begin with FRAME"
    }
  }
}
