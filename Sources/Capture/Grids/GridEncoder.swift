import Frames

/// Makes the bytes of a grid recording: the measurements of each picture instead of the picture, with everything that decoding
/// depends on. So a recording can be decoded again with the same result, event for event.
///
/// The format, version 7. Numbers are little-endian; a checksum is the CRC-32 of gzip and PNG; texts are UTF-8.
///
/// The file begins with 16 bytes:
///
///     8  89 47 52 49 44 0D 0A 1A          "GRID" between bytes that no text has
///     2  version                          another one may change everything but these 16 bytes
///     1  side of a tile in pixels         16
///     1  luma from which a pixel counts as clipped    250
///     4  checksum of the 12 bytes before
///
/// Records follow. Each is written in one piece as soon as it is known, so a file can be read up to the moment at which the
/// program ended:
///
///     4  length of the contents in bytes
///     1  kind
///     .. contents
///     4  checksum of the record so far, continued from that of the record before (at first, of the header):
///        a record that is damaged, missing or out of place does not fit
///
///     1 streaming     pixel format (4, as V4L2 names it), range (1: 0 limited, 1 full), quarter turns (1), width (2),
///                     height (2), frames a second (8, floating point, NaN where unknown), name
///     2 size          width (2), height (2) of the pictures of the following grids, whose first tiles are
///                     differences from darkness
///     3 grid          time (8, signed nanoseconds), sequence (8), exposure (8, floating point seconds from 0 to 60,
///                     NaN where unknown), tiles
///     4 lost          time (8), count (4), cause (1: 0 source, 1 damaged, 2 incomplete, 3 overload,
///                     4 graphics)
///     5 recalibrated  nothing
///     6 sensitivity   0...1 (8, floating point), NaN for automatic
///     7 ended         nothing
///     8 failed        length of the name (2), name, message
///     9 closed        nothing; the end of every complete recording
///    10 speed         words a minute (8, floating point), NaN where it is learned
///    11 grid with background  time, sequence, exposure as of a grid, frames averaged (1: 0 to 32), tiles
///    12 grid with motion  time, sequence, exposure as of a grid, scene (4), displacement of the middle tile to the right and
///                     down in whole pixels (2 + 2, signed), its rest in 1/64 pixel (1 + 1, signed), whether the scene has ever
///                     moved (1: 0 or 1; 2 if it has, and cannot be placed in this frame), frames averaged (1: 0 to 32,
///                     255 without calibration), tiles
///    13 grid with turn    as of a grid with motion, but before the frames averaged zoom and roll: the change of the
///                     displacement per tile of distance from the middle tile, along and across this distance, in 1/256 pixel
///                     (2 + 2, signed)
///    14 grid with origin  as of a grid with turn, but before the frames averaged the displacement of the grid in the scene since
///                     the scene's first frame, in tiles to the right and down (4 + 4, signed)
///    15 grid of next scene  as of a grid with origin, but before the frames averaged where the last scene lies in this one:
///                     displacement of the middle tile to the right and down in pixels (4 + 4, floating point, up to four
///                     times the largest side each way), zoom and roll (4 + 4, floating point, -4 to 4): the displacement of
///                     a point along and across its distance from the middle tile, as a share of that distance
///
/// Tiles, row by row from the top left, are the differences of ``LumaGrid/Tile`` from those of the grid before, zigzag-encoded
/// (0, -1, 1, -2 ... become 0, 1, 2, 3 ...) and laid out in four planes (low bytes of the sums, high bytes of the sums, maxima,
/// clipped counts), all in one stream of DEFLATE data (RFC 1951). If 32 frames are averaged, a fifth plane follows: the
/// ``LumaGrid/backgroundDifferences``. They are not differences from the grid before, because noise differs more from the noise
/// before than from 0.
///
/// The first scene, until it moves, has grids of the kinds 3 and 11. A grid has kind 13 only if the scene has turned, and kind 14
/// only if its origin is not 0. The first grid of another scene has kind 15 if the place of the last scene is known. Version 6
/// has no records of kind 15, version 5 none of kind 14. Up to version 4 a frame that cannot be placed is not marked. Version 3
/// has no records of kind 13, version 2 none of kind 12, version 1 none of kind 11; otherwise they are the same.
public struct GridEncoder: ~Copyable {
  private let deflater = Deflater()
  private var deltas = TileDeltas()
  private var size: (width: Int, height: Int)?
  private var checksum: UInt32?

  public init() {}

  /// Appends the bytes of `record`, and before the first record the beginning of the file.
  ///
  /// Allocates nothing for a grid of the same size as the last one, if `bytes` has the capacity.
  public mutating func encode(_ record: borrowing GridRecord, to bytes: inout [UInt8]) {
    if checksum == nil { begin(&bytes) }
    switch record {
    case .streaming(let info): encode(.streaming, &bytes) { _, bytes in Self.append(info, to: &bytes) }
    case .grid(let grid): encode(grid, &bytes)
    case .lost(let lost):
      encode(.lost, &bytes) { _, bytes in
        bytes.append(number: lost.time.nanoseconds)
        bytes.append(number: UInt32(clamping: lost.count))
        bytes.append(Self.number(of: lost.cause))
      }
    case .recalibrated: encode(.recalibrated, &bytes)
    case .sensitivity(let value):
      encode(.sensitivity, &bytes) { _, bytes in bytes.append(number: value) }
    case .speed(let value):
      encode(.speed, &bytes) { _, bytes in bytes.append(number: value) }
    case .ended: encode(.ended, &bytes)
    case .failed(let name, let message):
      encode(.failed, &bytes) { _, bytes in
        let name = Self.text(name)
        bytes.append(number: UInt16(name.count))
        bytes += name
        bytes += Self.text(message)
      }
    case .closed: encode(.closed, &bytes)
    }
  }

  private mutating func begin(_ bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += GridFile.magic
    bytes.append(number: GridFile.version)
    bytes += [UInt8(LumaGrid.tileSide), LumaGrid.clipLevel]
    let sum = bytes[start...].withUnsafeBytes { crc32(adding: $0) }
    bytes.append(number: sum)
    checksum = sum
  }

  private mutating func encode(
    _ kind: GridRecord.Kind, _ bytes: inout [UInt8],
    contents: (inout Self, inout [UInt8]) -> Void = { _, _ in }
  ) {
    let start = bytes.count
    bytes.append(number: UInt32(0))
    bytes.append(kind.rawValue)
    contents(&self, &bytes)
    let length = UInt32(bytes.count - start - GridFile.beginLength)
    for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    let sum = bytes[start...].withUnsafeBytes { crc32(checksum ?? 0, adding: $0) }
    bytes.append(number: sum)
    checksum = sum
  }

  private mutating func encode(_ grid: LumaGrid, _ bytes: inout [UInt8]) {
    if size?.width != grid.width || size?.height != grid.height {
      size = (grid.width, grid.height)
      deltas.begin(tiles: grid.tiles.count)
      encode(.size, &bytes) { _, bytes in
        bytes.append(number: UInt16(grid.width))
        bytes.append(number: UInt16(grid.height))
      }
    }
    let hasBackgroundDifferences =
      grid.averagedFrames == LumaGrid.calibrationFrames && grid.backgroundDifferences != nil
    let averagedFrames = grid.averagedFrames.map {
      hasBackgroundDifferences ? $0 : min($0, LumaGrid.calibrationFrames - 1)
    }
    deltas.take(
      grid.tiles, backgroundDifferences: hasBackgroundDifferences ? grid.backgroundDifferences : nil)
    let kind: GridRecord.Kind =
      // A transform that a reader would refuse is left out.
      if grid.motion.lastScene.map(GridFile.accepts) ?? false {
        .gridOfNextScene
      } else if grid.motion.origin != .zero {
        .gridWithOrigin
      } else if grid.motion.isTurned {
        .gridWithTurn
      } else if grid.motion != .still {
        .gridWithMotion
      } else {
        averagedFrames == nil ? .grid : .gridWithBackground
      }
    encode(kind, &bytes) { encoder, bytes in
      bytes.append(number: grid.timestamp.nanoseconds)
      bytes.append(number: grid.sequence)
      bytes.append(number: grid.exposure.flatMap { GridFile.exposures.contains($0) ? $0 : nil })
      if kind.hasMotion {
        bytes.append(number: grid.motion.scene)
        for offset in [grid.motion.x, grid.motion.y] { bytes.append(number: Int16(clamping: offset)) }
        for part in [grid.motion.residual.x, grid.motion.residual.y] { bytes.append(number: part) }
        bytes.append(grid.motion.isLost ? 2 : grid.motion.hasMoved ? 1 : 0)
        if kind.hasTurn {
          for part in [grid.motion.zoom, grid.motion.roll] { bytes.append(number: part) }
        }
        if kind.hasOrigin {
          for part in [grid.motion.origin.x, grid.motion.origin.y] { bytes.append(number: part) }
        }
        if kind == .gridOfNextScene, let place = grid.motion.lastScene {
          for part in [place.shift.x, place.shift.y, place.zoom, place.roll] {
            bytes.append(number: part.bitPattern)
          }
        }
      }
      if let averagedFrames {
        bytes.append(UInt8(clamping: averagedFrames))
      } else if kind.hasMotion {
        bytes.append(GridFile.withoutCalibration)
      }
      encoder.deflater.append(encoder.deltas.bytes, parts: encoder.deltas.planes, to: &bytes)
    }
  }

  private static func append(_ info: SourceInfo, to bytes: inout [UInt8]) {
    bytes += Array(info.format.pixelFormat.rawValue.utf8)
    bytes.append(info.format.range == .full ? 1 : 0)
    bytes.append(UInt8(truncatingIfNeeded: info.quarterTurns & 3))
    bytes.append(number: UInt16(info.format.width))
    bytes.append(number: UInt16(info.format.height))
    bytes.append(number: info.nominalRate)
    bytes += text(info.name)
  }

  /// The causes in the order of their numbers.
  static let causes: [FramesLost.Cause] = [.source, .damaged, .incomplete, .overload, .graphics]

  private static func number(of cause: FramesLost.Cause) -> UInt8 {
    UInt8(causes.firstIndex(of: cause) ?? 0)
  }

  /// `text` in UTF-8, cut if it is too long.
  private static func text(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8.prefix(GridFile.longestText + 1))
    guard bytes.count > GridFile.longestText else { return bytes }
    // Do not cut inside a character: its continuation bytes begin with the bits 10.
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return bytes
  }
}

extension [UInt8] {
  /// Appends `number`, its low byte first.
  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends a floating point number; not-a-number stands for none.
  fileprivate mutating func append(number: Double?) { append(number: (number ?? .nan).bitPattern) }
}
