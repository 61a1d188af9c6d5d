import Frames

/// What reached the reading: a grid, or something that changes how the following grids are read. A ``GridReader`` gives
/// them in the order in which a ``GridEncoder`` took them.
public enum GridRecord: Sendable, Equatable {
  /// Frames are about to come, or are others from now on. Of the information a recording keeps the name, the format
  /// without its strides, the rate and the turns.
  case streaming(SourceInfo)
  case grid(LumaGrid)
  case lost(FramesLost)
  /// The user had the calm scene averaged anew.
  case recalibrated
  /// The user set the sensitivity, 0...1; `nil` left it to Aldis.
  case sensitivity(Double?)
  /// The user held the speed of the reading, in words a minute; `nil` left it to Aldis.
  case speed(Double?)
  /// The source ended by itself.
  case ended
  /// The source of this name broke off; the message says why. `streaming` may follow.
  case failed(name: String, message: String)
  /// The reading was ended in order. Nothing follows, and every whole recording has it.
  case closed
}

extension GridRecord {
  /// How the kinds of records are numbered in a file.
  enum Kind: UInt8 {
    case streaming = 1
    /// The size of the following grids, which is no record by itself.
    case size = 2
    case grid = 3
    case lost = 4
    case recalibrated = 5
    case sensitivity = 6
    case ended = 7
    case failed = 8
    case closed = 9
    case speed = 10
    /// A grid by somebody who averages calm values; since version 2.
    case gridWithCalm = 11
    /// A grid of a scene that is not the first one, or has moved; since version 3.
    case gridWithMotion = 12
    /// A grid of a scene that has turned; since version 4.
    case gridWithTurn = 13

    var isGrid: Bool { self == .grid || self == .gridWithCalm || hasMotion }
    var hasMotion: Bool { self == .gridWithMotion || self == .gridWithTurn }
    /// The first version that has it.
    var version: UInt16 {
      switch self {
      case .gridWithCalm: 2
      case .gridWithMotion: 3
      case .gridWithTurn: 4
      default: 1
      }
    }
  }
}

/// What both ends of a grid recording must agree on; ``GridEncoder`` says what it means.
enum GridFile {
  static let magic: [UInt8] = [0x89] + Array("GRID\r\n".utf8) + [0x1A]
  static let version: UInt16 = 4
  /// Those that can be read.
  static let versions: ClosedRange<UInt16> = 1...4
  static let headerLength = 16
  /// Of a record, before and behind its contents.
  static let beginLength = 5
  static let endLength = 4
  /// Seconds a shutter may be open: far more than any camera's, and few enough to be laid out frame by frame.
  static let exposures = 0.0...60
  /// Words a minute that a reading may be held to: slower by far than any lamp, and faster than any camera.
  static let speeds = 0.01...10_000
  /// The longest text, in bytes of UTF-8.
  static let longestText = 1024
  /// The longest contents of a record that holds no grid.
  static let longestContents = 4096
  /// Contents of a grid before its tiles: time, sequence, exposure, motion, frames averaged.
  static let stampLength = 36
  /// What stands for frames averaged where nobody averages any.
  static let noCalmFrames: UInt8 = 255

  /// The longest contents of a grid: deflated bytes that do not shrink grow by far less (zlib manual, deflateBound).
  static func longestGrid(tiles: Int) -> Int { stampLength + 6 * tiles + 1024 }
}
