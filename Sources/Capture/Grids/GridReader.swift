import Frames
import Localization

/// Reads a grid recording from a file or a pipe; ``GridEncoder`` describes the format.
///
/// A recording that was not closed, or is damaged, is read to its last whole record.
public final class GridReader {
  /// The next part of the recording.
  public enum Arrival: Sendable, Equatable {
    case record(GridRecord)
    /// No record within the timeout.
    case nothing
    /// The regular end.
    case end
  }

  /// The name for people: the file's name.
  public let name: String
  private let file: RecordingFile
  private let inflater = Inflater()
  private var deltas = TileDeltas()
  private var size: (width: Int, height: Int)?
  private var checksum: UInt32
  private let version: UInt16
  /// The bytes so far of the record that is being read.
  private var record: [UInt8] = []
  private var arrived = 0
  private var isClosed = false
  /// Records read so far.
  private var count = 0

  /// Whether a file with this beginning is a grid recording.
  static func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    beginning.starts(with: GridFile.magic)
  }

  /// Reads the file's first bytes, and waits for them if it is a pipe.
  ///
  /// - Throws: ``CaptureError/notUnderstood(_:reason:)`` for a file that is no grid recording, or of another version.
  init(_ file: RecordingFile) throws(CaptureError) {
    self.file = file
    name = file.name
    while file.ahead.count < GridFile.headerLength, try file.readAhead() != .end {}
    var header = RecordContents(UnsafeRawBufferPointer(rebasing: file.ahead.prefix(GridFile.headerLength)))
    checksum = crc32(adding: UnsafeRawBufferPointer(rebasing: file.ahead.prefix(12)))
    guard Self.recognizes(file.ahead) else {
      throw .notUnderstood(file.path, reason: "it is no grid recording")
    }
    guard header.bytes(GridFile.magic.count) != nil, let version: UInt16 = header.number(),
      let side: UInt8 = header.number(), let clipLevel: UInt8 = header.number(),
      let stored: UInt32 = header.number()
    else { throw .notUnderstood(file.path, reason: "it is a grid recording cut in its first bytes") }
    guard stored == checksum else {
      throw .notUnderstood(file.path, reason: "it is a grid recording whose first bytes are damaged")
    }
    guard GridFile.versions.contains(version) else {
      throw .notUnderstood(
        file.path,
        reason:
          "it is of version \(version), and this Aldis reads grid recordings up to version \(GridFile.version)"
      )
    }
    self.version = version
    guard side == LumaGrid.tileSide, clipLevel == LumaGrid.clipLevel else {
      throw .notUnderstood(
        file.path, reason: "its tiles have \(side) pixels a side, clipped from \(clipLevel) on")
    }
    file.take(GridFile.headerLength)
  }

  /// The next record.
  ///
  /// - Parameter timeout: How long to wait for a pipe.
  /// - Throws: ``CaptureError/truncated(_:reason:)`` if the recording is cut or damaged.
  public func next(within timeout: Duration) throws(CaptureError) -> Arrival {
    let deadline = ContinuousClock.now + timeout
    while true {
      if isClosed { return try end(until: deadline) }
      guard try collect(GridFile.beginLength, until: deadline) else { return .nothing }
      let (kind, length) = try nextKind()
      guard try collect(GridFile.beginLength + length + GridFile.endLength, until: deadline) else {
        return .nothing
      }
      let next = try take(kind, length: length)
      arrived = 0
      count += 1
      guard let next else { continue }
      if next == .closed { isClosed = true }
      return .record(next)
    }
  }

  /// The same file from its beginning.
  func restarted() throws(CaptureError) -> GridReader {
    try file.move(to: 0)
    return try GridReader(file)
  }

  /// The times of the first and the last grid of a file; `nil` for a pipe, and if time goes back.
  ///
  /// Reads only the beginnings of records, not most of a long recording.
  func span() throws(CaptureError) -> ClosedRange<Timestamp>? {
    guard file.isSeekable else { return nil }
    var place = GridFile.headerLength
    var (first, last): (Timestamp?, Timestamp?)
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: GridFile.beginLength + MemoryLayout<Int64>.size, alignment: 1)
    defer { room.deallocate() }
    while try file.read(into: room, at: place) == room.count {
      var begin = RecordContents(UnsafeRawBufferPointer(room))
      guard let length: UInt32 = begin.number(), let kind: UInt8 = begin.number(),
        let nanoseconds: Int64 = begin.number()
      else { break }
      if GridRecord.Kind(rawValue: kind)?.isGrid == true {
        let time = Timestamp(nanoseconds: nanoseconds)
        if let last, time < last { return nil }
        (first, last) = (first ?? time, time)
      }
      place += GridFile.beginLength + Int(length) + GridFile.endLength
    }
    return first.flatMap { first in last.flatMap { first < $0 ? first...$0 : nil } }
  }

  /// Collects the first `length` bytes of the record.
  ///
  /// - Returns: `false` after the deadline.
  private func collect(_ length: Int, until deadline: ContinuousClock.Instant) throws(CaptureError) -> Bool {
    if record.count < length { record.append(contentsOf: repeatElement(0, count: length - record.count)) }
    while arrived < length {
      // `withUnsafeMutableBytes` rethrows only untyped errors, so the error is returned in a `Result`.
      let arrival = record.withUnsafeMutableBytes { bytes in
        Result { () throws(CaptureError) in
          try file.read(
            into: UnsafeMutableRawBufferPointer(rebasing: bytes[arrived..<length]), within: deadline.remaining
          )
        }
      }
      switch try arrival.get() {
      case .bytes(let count): arrived += count
      case .nothing: return false
      case .end where arrived == 0: throw broken(reason: "it was not closed after \(records)")
      case .end: throw broken(reason: "it is cut after \(records)")
      }
    }
    return true
  }

  private var records: LocalizedText {
    LocalizedText(count, one: "one record", other: "\(count) records")
  }

  private func broken(reason: LocalizedText) -> CaptureError { .truncated(file.path, reason: reason) }

  private var damaged: CaptureError { broken(reason: "it is damaged after \(records)") }

  private func end(until deadline: ContinuousClock.Instant) throws(CaptureError) -> Arrival {
    while file.ahead.isEmpty {
      switch try file.readAhead(within: deadline.remaining) {
      case .bytes: continue
      case .nothing: return .nothing
      case .end: return .end
      }
    }
    throw broken(reason: "something follows its end")
  }

  /// The kind of the next record and the length of its contents, which is checked against the longest of this kind.
  private func nextKind() throws(CaptureError) -> (GridRecord.Kind, length: Int) {
    let begin = record.withUnsafeBytes { bytes in
      var begin = RecordContents(bytes)
      return (length: begin.number(UInt32.self), kind: begin.number(UInt8.self))
    }
    guard let length = begin.length, let kind = begin.kind.flatMap(GridRecord.Kind.init),
      kind.version <= version
    else { throw damaged }
    let longest =
      kind.isGrid ? GridFile.longestGrid(tiles: deltas.tileCount) : GridFile.longestContents
    guard length <= longest else { throw damaged }
    return (kind, Int(length))
  }

  /// - Returns: `nil` for a record that only changes how the following ones are read.
  private func take(_ kind: GridRecord.Kind, length: Int) throws(CaptureError) -> GridRecord? {
    let outcome = record.withUnsafeBytes { bytes in
      Result { () throws(CaptureError) in
        let end = GridFile.beginLength + length
        var stored = RecordContents(UnsafeRawBufferPointer(rebasing: bytes[end...]))
        let sum = crc32(checksum, adding: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        guard stored.number() == sum else { throw damaged }
        checksum = sum
        var contents = RecordContents(UnsafeRawBufferPointer(rebasing: bytes[GridFile.beginLength..<end]))
        if kind == .size {
          try takeSize(&contents)
          return GridRecord?.none
        }
        guard let next = record(kind, &contents), contents.isEmpty else { throw damaged }
        return next
      }
    }
    return try outcome.get()
  }

  private func takeSize(_ contents: inout RecordContents) throws(CaptureError) {
    guard let width: UInt16 = contents.number(), let height: UInt16 = contents.number() else { throw damaged }
    guard FrameFormat.accepts(width: width, height: height), contents.isEmpty else {
      throw broken(reason: "its pictures have \(width)x\(height) pixels")
    }
    size = (Int(width), Int(height))
    let (columns, rows) = LumaGrid.size(width: Int(width), height: Int(height))
    deltas.begin(tiles: columns * rows)
  }

  private func record(_ kind: GridRecord.Kind, _ contents: inout RecordContents) -> GridRecord? {
    switch kind {
    case .streaming: contents.sourceInfo().map(GridRecord.streaming)
    case .grid, .gridWithBackground, .gridWithMotion, .gridWithTurn, .gridWithOrigin, .gridOfNextScene:
      grid(&contents, kind).map { .grid($0) }
    case .lost: contents.framesLost().map(GridRecord.lost)
    case .recalibrated: .recalibrated
    case .sensitivity: contents.optionalDouble().map(GridRecord.sensitivity)
    case .speed: contents.speed()
    case .ended: .ended
    case .failed: contents.failure()
    case .closed: .closed
    case .size: nil
    }
  }

  private func grid(_ contents: inout RecordContents, _ kind: GridRecord.Kind) -> LumaGrid? {
    guard let size, let time: Int64 = contents.number(), let sequence: UInt64 = contents.number(),
      let exposure = contents.optionalDouble(), exposure.map(GridFile.exposures.contains) ?? true
    else { return nil }
    var motion = SceneMotion.still
    if kind.hasMotion {
      guard let stored = contents.motion(kind) else { return nil }
      motion = stored
    }
    var averagedFrames: Int?
    if kind != .grid {
      guard let averaged: UInt8 = contents.number() else { return nil }
      let isNone = kind.hasMotion && averaged == GridFile.withoutCalibration
      guard isNone || averaged <= LumaGrid.calibrationFrames else { return nil }
      averagedFrames = isNone ? nil : Int(averaged)
    }
    let packed = contents.bytes()
    let unpacked = deltas.tiles(withBackgroundDifferences: averagedFrames == LumaGrid.calibrationFrames) {
      inflater.unpack(packed, into: $0)
    }
    guard let unpacked else { return nil }
    var grid = LumaGrid(
      width: size.width, height: size.height, timestamp: Timestamp(nanoseconds: time), sequence: sequence,
      exposure: exposure)
    grid.motion = motion
    grid.tiles = unpacked.tiles
    grid.backgroundDifferences = unpacked.backgroundDifferences
    grid.averagedFrames = averagedFrames
    return grid.isOfPicture ? grid : nil
  }
}

extension RecordContents {
  fileprivate mutating func sourceInfo() -> SourceInfo? {
    guard let format = text(4).flatMap(PixelFormat.init), let range: UInt8 = number(), range <= 1,
      let turns: UInt8 = number(), turns <= 3, let width: UInt16 = number(), let height: UInt16 = number(),
      FrameFormat.accepts(width: width, height: height), let rate = optionalDouble(), let name = text()
    else { return nil }
    return SourceInfo(
      name: name,
      format: FrameFormat(
        format, width: Int(width), height: Int(height), range: range == 1 ? .full : .limited),
      nominalRate: rate, isLive: false, quarterTurns: Int(turns))
  }

  fileprivate mutating func motion(_ kind: GridRecord.Kind) -> SceneMotion? {
    guard let scene: UInt32 = number(), let x: Int16 = number(), let y: Int16 = number(),
      let right: Int8 = number(), let down: Int8 = number(), let state: UInt8 = number(), state <= 2,
      abs(Int(x)) <= FrameFormat.largestSide, abs(Int(y)) <= FrameFormat.largestSide
    else { return nil }
    var motion = SceneMotion(
      scene: scene, x: Int(x), y: Int(y), residual: SIMD2(right, down), hasMoved: state > 0)
    motion.isLost = state == 2
    guard kind.hasTurn else { return motion }
    guard let zoom: Int16 = number(), let roll: Int16 = number() else { return nil }
    (motion.zoom, motion.roll) = (zoom, roll)
    guard kind.hasOrigin else { return motion }
    guard let right: Int32 = number(), let down: Int32 = number() else { return nil }
    motion.origin = SIMD2(right, down)
    guard kind == .gridOfNextScene else { return motion }
    let parts = (0..<4).compactMap { _ in number().map(Float.init(bitPattern:)) }
    guard parts.count == 4 else { return nil }
    let place = SceneTransform(shift: SIMD2(parts[0], parts[1]), zoom: parts[2], roll: parts[3])
    guard GridFile.accepts(place) else { return nil }
    motion.lastScene = place
    return motion
  }

  fileprivate mutating func framesLost() -> FramesLost? {
    guard let time: Int64 = number(), let count: UInt32 = number(), let cause: UInt8 = number(),
      GridEncoder.causes.indices.contains(Int(cause))
    else { return nil }
    return FramesLost(
      count: Int(count), cause: GridEncoder.causes[Int(cause)], time: Timestamp(nanoseconds: time))
  }

  fileprivate mutating func speed() -> GridRecord? {
    guard let speed = optionalDouble(), speed.map(GridFile.speeds.contains) ?? true else { return nil }
    return .speed(speed)
  }

  fileprivate mutating func failure() -> GridRecord? {
    guard let length: UInt16 = number(), let name = text(Int(length)), let message = text() else {
      return nil
    }
    return .failed(name: name, message: message)
  }
}

extension LumaGrid {
  /// Whether the grid can be the measurement of a picture.
  fileprivate var isOfPicture: Bool {
    tiles.indices.allSatisfy { index in
      let count = pixelCount(column: index % columns, row: index / columns)
      // A background level is not darker than black.
      return TilePixels(tiles[index], count: count) != nil
        && backgroundDifferences?[index] ?? 0 <= tiles[index].maximum
    }
  }
}
