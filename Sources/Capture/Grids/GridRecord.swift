import Frames

/// One input of the receiver: a grid, or a change of how the following grids are read. A ``GridReader`` returns them in the
/// order in which a ``GridEncoder`` took them.
public enum GridRecord: Sendable, Equatable {
  /// Frames follow, of a new or a changed source. A recording keeps the name, the format without strides, the rate and the
  /// turns.
  case streaming(SourceInfo)
  case grid(LumaGrid)
  case lost(FramesLost)
  /// The user started another calibration.
  case recalibrated
  /// The user set the sensitivity, 0...1; `nil` left it to Aldis.
  case sensitivity(Double?)
  /// The user locked the speed, in words per minute; `nil` unlocked it.
  case speed(Double?)
  /// The source ended by itself.
  case ended
  /// The source of this name failed, with a message. `streaming` may follow.
  case failed(name: String, message: String)
  /// The regular end of the recording. Nothing follows.
  case closed
}

extension GridRecord {
  /// The numbers of the kinds of records in a file.
  enum Kind: UInt8 {
    case streaming = 1
    /// The size of the following grids; it has no `GridRecord`.
    case size = 2
    case grid = 3
    case lost = 4
    case recalibrated = 5
    case sensitivity = 6
    case ended = 7
    case failed = 8
    case closed = 9
    case speed = 10
    /// A grid with background differences; since version 2.
    case gridWithBackground = 11
    /// A grid of a scene that is not the first one, or has moved; since version 3.
    case gridWithMotion = 12
    /// A grid of a scene that has turned; since version 4.
    case gridWithTurn = 13
    /// A grid whose origin in the scene is not 0; since version 6.
    case gridWithOrigin = 14
    /// The first grid of another scene, in which the place of the last scene is known; since version 7.
    case gridOfNextScene = 15

    var isGrid: Bool { self == .grid || self == .gridWithBackground || hasMotion }
    var hasMotion: Bool { self == .gridWithMotion || hasTurn }
    var hasTurn: Bool { self == .gridWithTurn || hasOrigin }
    var hasOrigin: Bool { self == .gridWithOrigin || self == .gridOfNextScene }
    /// The first version that has it.
    var version: UInt16 {
      switch self {
      case .gridWithBackground: 2
      case .gridWithMotion: 3
      case .gridWithTurn: 4
      case .gridWithOrigin: 6
      case .gridOfNextScene: 7
      default: 1
      }
    }
  }
}

/// Constants of the file format; ``GridEncoder`` describes them.
enum GridFile {
  static let magic: [UInt8] = [0x89] + Array("GRID\r\n".utf8) + [0x1A]
  static let version: UInt16 = 7
  /// The versions that can be read.
  static let versions: ClosedRange<UInt16> = 1...7
  static let headerLength = 16
  /// Bytes of a record before and after its contents.
  static let beginLength = 5
  static let endLength = 4
  /// The range of exposures, in seconds: far beyond any camera's, but small enough for calculations per frame.
  static let exposures = 0.0...60
  /// The range of a speed lock, in words per minute: from far slower than any lamp to faster than any camera.
  static let speeds = 0.01...10_000
  /// The ranges of the parts of a transform from the last scene, in pixels and as shares: far beyond what registration finds.
  static let shifts = -Float(4 * FrameFormat.largestSide)...Float(4 * FrameFormat.largestSide)
  static let turns: ClosedRange<Float> = -4...4

  static func accepts(_ transform: SceneTransform) -> Bool {
    shifts.contains(transform.shift.x) && shifts.contains(transform.shift.y)
      && turns.contains(transform.zoom) && turns.contains(transform.roll)
  }

  /// The longest text, in bytes of UTF-8.
  static let longestText = 1024
  /// The longest contents of a record that holds no grid.
  static let longestContents = 4096
  /// The most bytes of a grid before its tiles: time, sequence, exposure (24), motion (11), turn (4), origin (8), last scene (16),
  /// frames averaged (1).
  static let stampLength = 64
  /// Value of "frames averaged" without calibration.
  static let withoutCalibration: UInt8 = 255

  /// The longest contents of a grid: five bytes per tile before compression. Incompressible bytes grow by less than one byte per
  /// tile and 1024 bytes (zlib manual, deflateBound).
  static func longestGrid(tiles: Int) -> Int { stampLength + 6 * tiles + 1024 }
}
