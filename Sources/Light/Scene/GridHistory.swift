import Frames

/// The tiles of the last frames, in a ring of fixed size. Frames from before a torch was found can be read again.
struct GridHistory {
  /// The properties of a frame besides its tiles.
  struct Moment {
    /// Start of the exposure, in seconds.
    var start: Double
    /// In seconds; `nil` if the source does not report it.
    var exposure: Double?
    /// Brightness of the scene as a whole, relative to its reference: see ``AmbientReference``.
    var ambient: Double
    /// Where the tiles lie in this frame, and which of them lie in the picture: a camera may move. The sums of tiles outside the
    /// picture are their recent means.
    var places = TilePlaces(.still, width: FrameFormat.largestSide, height: FrameFormat.largestSide)
    /// `false` where the picture only repeats an earlier one: see ``RepeatedFrames`` and ``LoopedFrames``.
    var isInformative: Bool
    /// Whether the background differences of the tiles are known.
    var hasDifferences = false

    var motion: SceneMotion { places.motion }

    /// The part of the picture's motion that tiles at whole pixels do not follow, in pixels.
    var residual: SIMD2<Double> { SIMD2<Double>(motion.residual) / 64 }
  }

  let tileCount: Int
  let capacity: Int
  /// The number of the next frame. Frames are numbered from zero.
  private(set) var end = 0
  private var sums: [UInt16] = []
  private var maxima: [UInt8] = []
  /// Background differences. Empty until a frame has them; 0 for frames without them.
  private var differences: [UInt8] = []
  private var moments: [Moment] = []

  /// A sum, a maximum and a background difference.
  private static let bytesPerTile = MemoryLayout<UInt16>.size + 2 * MemoryLayout<UInt8>.size

  /// - Parameters:
  ///   - frames: How many frames to keep where memory allows.
  ///   - bytes: How much memory the tiles may take.
  init(tileCount: Int, frames: Int, bytes: Int) {
    self.tileCount = tileCount
    capacity = max(64, min(frames, bytes / (tileCount * Self.bytesPerTile)))
    // Only reserved: pages become memory as frames come in, and later frames reuse them.
    sums.reserveCapacity(capacity * tileCount)
    maxima.reserveCapacity(capacity * tileCount)
    moments.reserveCapacity(capacity)
  }

  /// Moves the grid in all frames. Tiles that were not in the grid get the sums and maxima of `newTiles` in every frame.
  mutating func move(_ move: GridMove, newTiles: (sums: [UInt16], maxima: [UInt8])) {
    for slot in moments.indices { moments[slot].places = moments[slot].places.moved(by: move.tiles) }
    Self.move(&sums, move, newTiles: newTiles.sums)
    Self.move(&maxima, move, newTiles: newTiles.maxima)
    Self.move(&differences, move, newTiles: Array(repeating: 0, count: tileCount))
  }

  /// Moves the grid of the values of all frames.
  private static func move<Value>(_ values: inout [Value], _ move: GridMove, newTiles: [Value]) {
    var before = newTiles
    values.withUnsafeMutableBufferPointer { values in
      before.withUnsafeMutableBufferPointer { before in
        for start in stride(from: 0, to: values.count, by: newTiles.count) {
          let frame = UnsafeMutableBufferPointer(rebasing: values[start..<start + newTiles.count])
          _ = before.update(fromContentsOf: frame)
          _ = frame.update(fromContentsOf: newTiles)
          move.copy(UnsafeBufferPointer(before), to: frame)
        }
      }
    }
  }

  /// The number of the oldest frame kept.
  var begin: Int { end - moments.count }
  var indices: Range<Int> { begin..<end }

  subscript(frame: Int) -> Moment { moments[frame % capacity] }

  /// The last frame's moment.
  var last: Moment? { end > 0 ? self[end - 1] : nil }

  /// The tiles that lay in the picture in all of these frames.
  func tilesSeen(in frames: Range<Int>) -> TileBox {
    frames.reduce(TileBox(columns: 0..<Int.max, rows: 0..<Int.max)) { box, frame in
      let places = self[frame].places
      return TileBox(
        columns: box.columns.clamped(to: places.columns), rows: box.rows.clamped(to: places.rows))
    }
  }

  /// The number of the first frame at or after `time`.
  func firstFrame(since time: Double) -> Int {
    var low = begin
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Appends `grid`, and drops the oldest frame when full. `describe` makes the moment from the sums of this frame and of the
  /// one before (empty for the first).
  mutating func append(
    _ grid: LumaGrid, describe: (UnsafeBufferPointer<UInt16>, UnsafeBufferPointer<UInt16>) -> Moment
  ) {
    let slot = end % capacity
    let start = slot * tileCount
    if sums.count < capacity * tileCount {
      for tile in grid.tiles {
        sums.append(UInt16(truncatingIfNeeded: tile.sum))
        maxima.append(tile.maximum)
      }
    } else {
      for index in 0..<tileCount {
        sums[start + index] = UInt16(truncatingIfNeeded: grid.tiles[index].sum)
        maxima[start + index] = grid.tiles[index].maximum
      }
    }
    appendDifferences(of: grid, at: start)
    let previousStart = (end + capacity - 1) % capacity * tileCount
    var moment = sums.withUnsafeBufferPointer { all in
      describe(
        UnsafeBufferPointer(rebasing: all[start..<start + tileCount]),
        UnsafeBufferPointer(
          rebasing: moments.isEmpty ? all[0..<0] : all[previousStart..<previousStart + tileCount]))
    }
    moment.hasDifferences = grid.backgroundDifferences != nil
    if moments.count < capacity { moments.append(moment) } else { moments[slot] = moment }
    end += 1
  }

  private mutating func appendDifferences(of grid: LumaGrid, at start: Int) {
    guard grid.backgroundDifferences != nil || !differences.isEmpty else { return }
    if differences.isEmpty { differences.reserveCapacity(capacity * tileCount) }
    if differences.count < sums.count {
      differences.append(contentsOf: repeatElement(0, count: sums.count - differences.count))
    }
    for index in 0..<tileCount { differences[start + index] = grid.backgroundDifferences?[index] ?? 0 }
  }

  /// The sums of one frame, tile by tile.
  func withSums<Result>(of frame: Int, _ body: (UnsafeBufferPointer<UInt16>) -> Result) -> Result {
    with(sums, of: frame, body)
  }

  /// The brightest pixel of each tile of one frame.
  func withMaxima<Result>(of frame: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    with(maxima, of: frame, body)
  }

  /// The background differences of the tiles of one frame; `nil` if they are not known.
  func withDifferences<Result>(of frame: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    self[frame].hasDifferences ? with(differences, of: frame, body) : nil
  }

  @inline(__always)
  private func with<Value, Result>(
    _ values: [Value], of frame: Int, _ body: (UnsafeBufferPointer<Value>) -> Result
  ) -> Result {
    precondition(indices.contains(frame))
    let start = frame % capacity * tileCount
    return values.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<start + tileCount]))
    }
  }

  /// One measure of a tile in a frame, in units of a tile sum.
  func value(of tile: Int, _ measure: TileMeasure, frame: Int) -> Double {
    switch measure {
    case .sum: withSums(of: frame) { Double($0[tile]) }
    case .brightest: withMaxima(of: frame) { TileMeasure.levelOfLuma * Double($0[tile]) }
    case .difference: withDifferences(of: frame) { TileMeasure.levelOfLuma * Double($0[tile]) } ?? 0
    }
  }
}
