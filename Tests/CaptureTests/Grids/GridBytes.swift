import Frames

@testable import Capture

/// Grid recordings that are written by the description of ``GridEncoder``, without its code.
struct GridBytes {
  private(set) var bytes: [UInt8] = []
  private var checksum: UInt32

  init(version: UInt16 = 2, side: UInt8 = 16, clipLevel: UInt8 = 250) {
    bytes = [0x89, 0x47, 0x52, 0x49, 0x44, 0x0D, 0x0A, 0x1A] + Self.number(version, 2) + [side, clipLevel]
    checksum = Self.crc(bytes)
    bytes += Self.number(checksum, 4)
  }

  /// - Parameter length: A wrong length of the contents.
  mutating func add(_ kind: UInt8, _ contents: [UInt8] = [], length: Int? = nil) {
    let record = Self.number(UInt32(length ?? contents.count), 4) + [kind] + contents
    checksum = Self.crc(record, from: checksum)
    bytes += record + Self.number(checksum, 4)
  }

  mutating func addSize(_ width: UInt16, _ height: UInt16) {
    add(2, Self.number(width, 2) + Self.number(height, 2))
  }

  /// - Parameter planes: Low bytes of the zigzag-encoded differences of the sums, high bytes, maxima, clipped counts.
  mutating func addGrid(time: Int64, planes: [UInt8]) {
    let stamp = Self.number(time, 8) + Self.number(UInt64(7), 8) + Self.number(Double(0.5).bitPattern, 8)
    add(3, stamp + Self.stored(planes))
  }

  /// - Parameter planes: The planes of `addGrid`, and the background differences if 32 frames are averaged.
  mutating func addGridWithBackground(time: Int64, averaged: UInt8, planes: [UInt8]) {
    let stamp = Self.number(time, 8) + Self.number(UInt64(7), 8) + Self.number(Double(0.5).bitPattern, 8)
    add(11, stamp + [averaged] + Self.stored(planes))
  }

  /// The first grid of another scene.
  ///
  /// - Parameter lastScene: The place of the last scene: shift, zoom and roll.
  mutating func addGridOfNextScene(lastScene: [Float], planes: [UInt8]) {
    let stamp = Self.number(Int64(0), 8) + Self.number(UInt64(7), 8) + Self.number(Double(0.5).bitPattern, 8)
    let motion = Self.number(UInt32(1), 4) + [UInt8](repeating: 0, count: 2 + 2 + 2 + 1 + 4 + 8)
    let place = lastScene.flatMap { Self.number($0.bitPattern, 4) }
    add(15, stamp + motion + place + [255] + Self.stored(planes))
  }

  mutating func close() { add(9) }

  /// DEFLATE data without compression: one stored block (RFC 1951, section 3.2.4).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    [1] + number(UInt16(bytes.count), 2) + number(~UInt16(bytes.count), 2) + bytes
  }

  static func number(_ number: some FixedWidthInteger, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Bit by bit, as RFC 1952 defines it in section 8.
  static func crc(_ bytes: some Sequence<UInt8>, from checksum: UInt32 = 0) -> UInt32 {
    var sum = ~checksum
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  /// The kinds and contents of a whole recording's records.
  static func records(of bytes: [UInt8]) -> [(kind: UInt8, contents: [UInt8])] {
    var records: [(kind: UInt8, contents: [UInt8])] = []
    var at = 16
    while at < bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
      records.append((bytes[at + 4], Array(bytes[(at + 5)..<(at + 5 + length)])))
      at += 9 + length
    }
    return records
  }
}

/// The records of a reader until it ends or fails.
struct GridReading {
  var records: [GridRecord] = []
  var failure: CaptureError?

  init(_ bytes: [UInt8], in folder: TestFolder) {
    do throws(CaptureError) {
      guard case .grids(let reader) = try OpenedRecording(path: folder.file("a.grid", bytes)) else {
        failure = .notUnderstood("a.grid", reason: "it is taken for pictures")
        return
      }
      while case .record(let record) = try reader.next(within: .seconds(1)) { records.append(record) }
    } catch {
      failure = error
    }
  }
}

extension LumaGrid {
  /// The grid of a random picture: some tiles of noise, some black, some white.
  ///
  /// - Parameter averagedFrames: If calibration is complete, the grid has background differences.
  static func random(
    width: Int, height: Int, time: Double = 0, averagedFrames: Int? = nil, using random: inout SplitMix64
  ) -> LumaGrid {
    var grid = LumaGrid(
      width: width, height: height, timestamp: Timestamp(seconds: time),
      sequence: .random(in: 0...99, using: &random),
      exposure: Bool.random(using: &random) ? .random(in: 0...0.03, using: &random) : nil)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        grid[column, row] = .random(
          count: grid.pixelCount(column: column, row: row), using: &random)
      }
    }
    grid.averagedFrames = averagedFrames
    if averagedFrames == LumaGrid.calibrationFrames {
      grid.backgroundDifferences = grid.tiles.map { .random(in: 0...$0.maximum, using: &random) }
    }
    return grid
  }
}

extension LumaGrid.Tile {
  static func random(count: Int, using random: inout SplitMix64) -> LumaGrid.Tile {
    let levels: ClosedRange<UInt8> = [0...0, 255...255, 90...110, 0...255, 240...255, 249...250]
      .randomElement(using: &random)!
    return LumaGrid.Tile(of: (0..<count).map { _ in .random(in: levels, using: &random) })
  }

  init(of pixels: [UInt8]) {
    self.init(
      sum: UInt16(pixels.reduce(0) { $0 + Int($1) }), maximum: pixels.max() ?? 0,
      clipped: UInt8(min(255, pixels.count { $0 >= LumaGrid.clipLevel })))
  }
}
