import Frames
import Testing

@testable import Capture

@Suite("Grid recordings")
struct GridRecordingTests {
  let folder = TestFolder()

  /// Every kind of record, pictures that change their size, and grids with and without a background.
  static let records: [GridRecord] = {
    var random = SplitMix64(seed: 5)
    var records: [GridRecord] = [
      .sensitivity(0.25), .speed(12.5),
      .failed(name: "Kamera", message: "no such camera: \u{1F4F7}"),
      .streaming(
        SourceInfo(
          name: "Kamera", format: FrameFormat(.yuyv, width: 37, height: 21), nominalRate: 29.97,
          isLive: false,
          quarterTurns: 3)),
    ]
    for index in 0..<2 {
      records.append(.grid(.random(width: 37, height: 21, time: Double(index) / 30, using: &random)))
    }
    for cause in FramesLost.Cause.allCases {
      records.append(.lost(FramesLost(count: 3, cause: cause, time: Timestamp(seconds: 0.2))))
    }
    records += [
      .recalibrated, .sensitivity(nil), .speed(nil),
      .grid(.random(width: 37, height: 21, time: -4, using: &random)),
      .streaming(
        SourceInfo(
          name: "", format: FrameFormat(.nv12, width: 16, height: 1, range: .full), nominalRate: nil,
          isLive: false)),
      .grid(.random(width: 16, height: 1, time: 9e9, using: &random)), .grid(LumaGrid(width: 16, height: 1)),
      .grid(.random(width: 37, height: 21, time: 0.4, using: &random)),
    ]
    for (index, averagedFrames) in [0, 31, 32, 32, nil, 32, 5].enumerated() {
      records.append(
        .grid(
          .random(
            width: 37, height: 21, time: 1 + Double(index), averagedFrames: averagedFrames, using: &random)))
    }
    records += [
      .grid(.random(width: 48, height: 16, time: 9, averagedFrames: 32, using: &random)), .ended, .closed,
    ]
    return records
  }()

  static func bytes(of records: [GridRecord]) -> [UInt8] {
    var encoder = GridEncoder()
    var bytes: [UInt8] = []
    for record in records { encoder.encode(record, to: &bytes) }
    return bytes
  }

  @Test("return the encoded records, bit for bit")
  func roundTrip() {
    let reading = GridReading(Self.bytes(of: Self.records), in: folder)
    #expect(reading.records == Self.records)
    #expect(reading.failure == nil)
  }

  @Test("are recognized by their first bytes, with any file name")
  func magic() throws {
    for name in ["a.mp4", "a.y4m", "a"] {
      guard case .grids = try OpenedRecording(path: folder.file(name, Self.bytes(of: Self.records))) else {
        Issue.record("\(name) is taken for pictures")
        return
      }
    }
  }

  @Test("need less than 2100 bytes for a frame of 640 x 480 with a camera's noise")
  func compactness() {
    var random = SplitMix64(seed: 1)
    // The noise of a tile's sum is 16 times that of a pixel, here 3 levels. Its distribution hardly matters.
    func grid() -> LumaGrid {
      var grid = LumaGrid(width: 640, height: 480)
      for index in grid.tiles.indices {
        let noise = (0..<12).reduce(0) { sum, _ in sum + Int.random(in: -24...24, using: &random) }
        grid.tiles[index] = .init(
          sum: UInt16(15_000 + 20 * index + noise), maximum: UInt8(Int.random(in: 167...171, using: &random)),
          clipped: 0)
      }
      return grid
    }
    let frames = (0..<30).map { _ in GridRecord.grid(grid()) }
    let first = Self.bytes(of: [frames[0]]).count
    #expect((Self.bytes(of: frames).count - first) / 29 < 2100)
    // A still picture takes very few bytes.
    #expect(Self.bytes(of: [frames[0], frames[0]]).count - first < 100)
  }

  @Test("cut at any byte, are read up to the cut")
  func cuts() throws {
    let bytes = Self.bytes(of: Self.records)
    var whole = 0
    for length in 0..<bytes.count {
      let reading = GridReading(Array(bytes.prefix(length)), in: folder)
      #expect(reading.records == Array(Self.records.prefix(reading.records.count)))
      #expect(reading.records.count >= whole && reading.records.count < Self.records.count)
      whole = reading.records.count
      #expect(reading.failure?.isOfData == true, "cut at \(length)")
    }
    // All of them but the last one.
    #expect(whole == Self.records.count - 1)
    // Four more records set the pictures' size.
    let records = Self.records.count - 1 + 4
    #expect(
      GridReading(Array(bytes.dropLast(1)), in: folder).failure?.message.hasSuffix(
        "a.grid breaks off: it is cut after \(records) records; what came before was read") == true)
    #expect(
      GridReading(Self.bytes(of: Self.records.dropLast()), in: folder).failure?.message.hasSuffix(
        "a.grid breaks off: it was not closed after \(records) records; what came before was read") == true)
  }

  @Test("with any bit flipped, are read up to the damage")
  func flippedBits() {
    let bytes = Self.bytes(of: Self.records)
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 1 << UInt8(position % 8)
      let reading = GridReading(damaged, in: folder)
      #expect(reading.records == Array(Self.records.prefix(reading.records.count)))
      #expect(reading.failure?.isOfData == true, "bit \(position % 8) of byte \(position)")
    }
  }

  @Test("with a missing, repeated or misplaced record, are read up to it")
  func misplaced() {
    let bytes = Self.bytes(of: Self.records)
    let records = GridBytes.records(of: bytes)
    var starts = [16]
    for record in records { starts.append(starts.last! + 9 + record.contents.count) }
    for index in 0..<(records.count - 1) {
      let record = bytes[starts[index]..<starts[index + 1]]
      for damaged in [
        bytes[..<starts[index]] + bytes[starts[index + 1]...],
        bytes[..<starts[index + 1]] + record + bytes[starts[index + 1]...],
        bytes[..<starts[index]] + bytes[starts[index + 1]..<starts[index + 2]] + record
          + bytes[starts[index + 2]...],
      ] {
        let reading = GridReading(Array(damaged), in: folder)
        #expect(reading.records == Array(Self.records.prefix(reading.records.count)))
        #expect(reading.failure?.isOfData == true)
      }
    }
  }

  @Test("with random contents and right checksums, are read without a crash, and reading ends")
  func hostile() throws {
    let records = GridBytes.records(of: Self.bytes(of: Self.records))
    var random = SplitMix64(seed: 8)
    for _ in 0..<300 {
      var file = GridBytes()
      for record in records {
        var (kind, contents) = record
        switch Int.random(in: 0..<40, using: &random) {
        case 0: kind = .random(in: 0...13, using: &random)
        case 1: contents = Array(contents.dropLast(.random(in: 0...contents.count, using: &random)))
        case 2: contents.append(.random(in: 0...255, using: &random))
        case 3...6 where !contents.isEmpty:
          contents[.random(in: 0..<contents.count, using: &random)] = .random(in: 0...255, using: &random)
        case 7: file.add(kind, contents)
        case 8: continue
        default: break
        }
        file.add(kind, contents)
      }
      let reading = GridReading(file.bytes, in: folder)
      for case .grid(let grid) in reading.records {
        #expect(grid.tiles.count == grid.columns * grid.rows)
        #expect(grid.exposure.map { (0...60).contains($0) } ?? true)
      }
      #expect(reading.failure?.isOfData != false)
    }
  }

  @Test("have the documented format")
  func format() throws {
    var file = GridBytes()
    file.add(
      1,
      Array("YUYV".utf8) + [0, 1] + GridBytes.number(UInt16(17), 2) + GridBytes.number(UInt16(2), 2)
        + GridBytes.number(Double(30).bitPattern, 8) + Array("Cam".utf8))
    file.addSize(17, 2)
    // Two tiles: sums 1000 and 60, maxima 40 and 255 -> zigzag-encoded 2000, 120, 80 and, as -1, 1.
    file.addGrid(time: 5, planes: [0xD0, 120, 0x07, 0, 80, 80, 0, 0])
    // The sums one less and one more: encoded 1 and 2; the second maximum as before.
    file.addGrid(time: -6, planes: [1, 2, 0, 0, 0, 0, 0, 0])
    file.add(4, GridBytes.number(Int64(9), 8) + GridBytes.number(UInt32(2), 4) + [3])
    file.add(5)
    file.add(6, GridBytes.number(Double(0.5).bitPattern, 8))
    file.add(6, GridBytes.number(Double.nan.bitPattern, 8))
    file.add(8, GridBytes.number(UInt16(3), 2) + Array("Camgone".utf8))
    file.add(7)
    file.close()
    func grid(_ time: Int64, _ sums: [UInt16]) -> GridRecord {
      var grid = LumaGrid(
        width: 17, height: 2, timestamp: Timestamp(nanoseconds: time), sequence: 7, exposure: 0.5)
      grid.tiles = sums.map { LumaGrid.Tile(sum: $0, maximum: 40, clipped: 0) }
      return .grid(grid)
    }
    let reading = GridReading(file.bytes, in: folder)
    #expect(reading.failure == nil)
    #expect(
      reading.records == [
        .streaming(
          SourceInfo(
            name: "Cam", format: FrameFormat(.yuyv, width: 17, height: 2), nominalRate: 30, isLive: false,
            quarterTurns: 1)),
        grid(5, [1000, 60]), grid(-6, [999, 61]),
        .lost(FramesLost(count: 2, cause: .overload, time: Timestamp(nanoseconds: 9))), .recalibrated,
        .sensitivity(0.5), .sensitivity(nil), .failed(name: "Cam", message: "gone"), .ended, .closed,
      ])
  }

  @Test("the number of averaged frames and the background differences are stored as described")
  func background() {
    var file = GridBytes()
    file.addSize(17, 2)
    file.addGridWithBackground(time: 5, averaged: 31, planes: [0xD0, 120, 0x07, 0, 80, 80, 0, 0])
    file.addGridWithBackground(time: 6, averaged: 32, planes: [0, 0, 0, 0, 0, 0, 0, 0, 40, 3])
    file.addGrid(time: 7, planes: [0, 0, 0, 0, 0, 0, 0, 0])
    file.close()
    let reading = GridReading(file.bytes, in: folder)
    let grids = reading.records.compactMap { if case .grid(let grid) = $0 { grid } else { nil } }
    #expect(grids.map(\.averagedFrames) == [31, 32, nil])
    #expect(grids.map(\.backgroundDifferences) == [nil, [40, 3], nil])
    #expect(grids.allSatisfy { $0.tiles.map(\.sum) == [1000, 60] })
    #expect(reading.failure == nil)
  }

  @Test(
    "store the tiles' places of a moved scene, and where the last scene lies; an unmoved one is stored as in version 2"
  )
  func motion() throws {
    var random = SplitMix64(seed: 3)
    var lost = SceneMotion(x: 4, y: 9, hasMoved: true)
    lost.isLost = true
    var next = SceneMotion(scene: 4)
    next.lastScene = SceneTransform(shift: SIMD2(-31.5, 1e-3), zoom: 0.25, roll: -1.5)
    let motions = [
      lost, SceneMotion(scene: 2), SceneMotion(x: -300, y: 7, residual: SIMD2(-32, 31), hasMoved: true),
      SceneMotion(scene: .max, x: 1, residual: SIMD2(5, 0), hasMoved: true), .still,
      SceneMotion(x: 2, y: -1, residual: SIMD2(5, 0), zoom: -300, roll: 7, hasMoved: true),
      SceneMotion(x: -7, hasMoved: true, origin: SIMD2(12, -70_000)),
      SceneMotion(scene: 3, y: 2, zoom: 9, hasMoved: true, origin: SIMD2(0, 1)), next,
    ]
    var encoder = GridEncoder()
    var bytes: [UInt8] = []
    var records: [GridRecord] = []
    for averagedFrames in [nil, 3, 32] {
      for motion in motions {
        var grid = LumaGrid.random(
          width: 37, height: 21, time: 1, averagedFrames: averagedFrames, using: &random)
        grid.motion = motion
        records.append(.grid(grid))
        encoder.encode(.grid(grid), to: &bytes)
      }
    }
    encoder.encode(.closed, to: &bytes)
    let reading = GridReading(bytes, in: folder)
    #expect(reading.records == records + [.closed])
    #expect(reading.failure == nil)
  }

  @Test("of version 1 are read and have no background")
  func firstVersion() {
    func file(_ add: (inout GridBytes) -> Void) -> GridReading {
      var file = GridBytes(version: 1)
      file.addSize(17, 2)
      file.addGrid(time: 5, planes: [0xD0, 120, 0x07, 0, 80, 80, 0, 0])
      add(&file)
      file.close()
      return GridReading(file.bytes, in: folder)
    }
    let reading = file { _ in }
    #expect(reading.failure == nil && reading.records.count == 2)
    guard case .grid(let grid) = reading.records.first else {
      Issue.record("no grid")
      return
    }
    #expect(
      grid.tiles.map(\.sum) == [1000, 60] && grid.backgroundDifferences == nil && grid.averagedFrames == nil)
    let mixed = file { $0.addGridWithBackground(time: 6, averaged: 31, planes: [0, 0, 0, 0, 0, 0, 0, 0]) }
    #expect(mixed.records.count == 1 && mixed.failure?.message.contains("damaged after 2 records") == true)
  }

  @Test("a background difference above the brightest pixel, and more than 32 averaged frames, are damage")
  func impossibleBackground() {
    for (averaged, planes) in [
      (UInt8(32), [2, 0, 2, 0, 2] as [UInt8]), (32, [2, 0, 2, 0]), (31, [2, 0, 2, 0, 1]),
      (33, [2, 0, 2, 0, 1]),
    ] {
      var file = GridBytes()
      file.addSize(16, 16)
      file.addGridWithBackground(time: 0, averaged: averaged, planes: planes)
      file.close()
      #expect(GridReading(file.bytes, in: folder).failure?.message.contains("damaged") == true, "\(planes)")
    }
  }

  @Test(
    "an implausible place of the last scene is damage",
    arguments: [
      ([12, -3, 0.5, -0.5], true), ([.nan, 0, 0, 0], false), ([0, 1e30, 0, 0], false),
      ([0, 0, .infinity, 0], false), ([0, 0, 0, -5], false),
    ] as [([Float], Bool)])
  func placeOfLastScene(place: [Float], isPlausible: Bool) {
    var file = GridBytes(version: 7)
    file.addSize(16, 16)
    file.addGridOfNextScene(lastScene: place, planes: [2, 0, 2, 0])
    file.close()
    let failure = GridReading(file.bytes, in: folder).failure
    #expect((failure == nil) == isPlausible)
    #expect(isPlausible || failure?.message.contains("damaged") == true)
  }

  @Test(
    "of another version or damaged are refused with a text",
    arguments: [
      (GridBytes(version: 8), "version 8"), (GridBytes(version: 0), "version 0"),
      (GridBytes(side: 8), "8 pixels a side"),
      (GridBytes(clipLevel: 200), "from 200 on"),
    ])
  func beginnings(file: GridBytes, words: String) {
    let failure = GridReading(file.bytes, in: folder).failure
    #expect(failure?.isOfData == true)
    #expect(failure?.message.contains(words) == true, "\(String(describing: failure))")
  }

  @Test(
    "with sizes of zero or above the limit are refused",
    arguments: [(0, 5), (5, 0), (16_385, 5), (5, 65_535)])
  func sizes(width: UInt16, height: UInt16) {
    var file = GridBytes()
    file.addSize(width, height)
    file.close()
    #expect(GridReading(file.bytes, in: folder).failure?.message.contains("\(width)x\(height)") == true)
  }

  @Test(
    "with an impossible speed count as damaged",
    arguments: [0, -1, Double.leastNonzeroMagnitude, 1e-3, 1e6, .infinity])
  func speeds(_ speed: Double) {
    var file = GridBytes()
    file.add(10, GridBytes.number(speed.bitPattern, 8))
    file.close()
    #expect(GridReading(file.bytes, in: folder).failure?.message.contains("damaged") == true)
  }

  @Test("with an impossible record length are refused, without waiting or allocating")
  func lengths() {
    for (kind, length) in [(3, 0xFFFF_FFFF), (3, 100_000), (1, 4_097), (8, 0x8000_0000), (2, 5000)] {
      var file = GridBytes()
      file.addSize(16, 16)
      file.add(UInt8(kind), [1, 2, 3], length: length)
      #expect(
        GridReading(file.bytes, in: folder).failure?.message.contains("damaged after one record") == true)
    }
  }

  @Test("with a grid of a wrong number of tiles, or one that no picture can have, count as damaged")
  func tiles() {
    for planes in [
      [UInt8](repeating: 0, count: 3), [0, 0, 0, 0, 0], [],
      // A sum without a maximum, a maximum above the sum, a clipped pixel with a dark maximum, a large sum with a maximum of 1.
      [2, 0, 0, 0], [0, 0, 2, 0], [2, 0, 2, 2], [0xFE, 0xFF, 2, 0],
    ] {
      var file = GridBytes()
      file.addSize(16, 16)
      file.addGrid(time: 0, planes: planes)
      file.close()
      #expect(GridReading(file.bytes, in: folder).failure?.message.contains("damaged") == true, "\(planes)")
    }
  }

  @Test("with bytes after the end cause an error")
  func trailing() {
    let bytes = Self.bytes(of: Self.records)
    let reading = GridReading(bytes + bytes, in: folder)
    #expect(reading.records == Self.records)
    #expect(reading.failure?.message.contains("follows its end") == true)
  }

  @Test("in a pipe are read as they arrive")
  func pipe() throws {
    let bytes = Self.bytes(of: Self.records)
    let pipe = TestPipe()
    pipe.send(bytes.prefix(16))
    guard case .grids(let reader) = try OpenedRecording(descriptor: pipe.reading, name: "standard input")
    else {
      Issue.record("it is taken for pictures")
      return
    }
    var records: [GridRecord] = []
    var waits = 0
    for start in stride(from: 16, to: bytes.count, by: 41) {
      pipe.send(bytes[start..<min(start + 41, bytes.count)])
      while case .record(let record) = try reader.next(within: .zero) { records.append(record) }
      waits += 1
    }
    #expect(waits > 10)
    #expect(records == Self.records)
    #expect(try reader.next(within: .zero) == .nothing)
    pipe.closeWriting()
    #expect(try reader.next(within: .seconds(1)) == .end)
  }
}

@Suite("Pixels of a tile")
struct TilePixelsTests {
  @Test("have the measurement of the tile")
  func measure() throws {
    var random = SplitMix64(seed: 2)
    for count in [1, 2, 15, 16, 17, 128, 255, 256] {
      for _ in 0..<500 {
        let tile = LumaGrid.Tile.random(count: count, using: &random)
        var pixels: [UInt8] = []
        try #require(TilePixels(tile, count: count)).forEach { pixels.append($0) }
        #expect(pixels.count == count)
        #expect(LumaGrid.Tile(of: pixels) == tile)
        #expect(pixels.first == tile.maximum)
      }
    }
  }

  @Test(
    "do not exist for a tile that no picture can have",
    arguments: [
      LumaGrid.Tile(sum: 1, maximum: 0, clipped: 0), LumaGrid.Tile(sum: 0, maximum: 1, clipped: 0),
      LumaGrid.Tile(sum: 2561, maximum: 10, clipped: 0), LumaGrid.Tile(sum: 250, maximum: 250, clipped: 0),
      LumaGrid.Tile(sum: 249, maximum: 249, clipped: 1), LumaGrid.Tile(sum: 499, maximum: 250, clipped: 2),
      LumaGrid.Tile(sum: 65_281, maximum: 255, clipped: 255),
      LumaGrid.Tile(sum: 63_755, maximum: 250, clipped: 10),
    ])
  func impossible(_ tile: LumaGrid.Tile) {
    #expect(TilePixels(tile, count: 256) == nil)
  }
}
