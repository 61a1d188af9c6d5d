import Frames

/// The tiles of the last frames, in a ring of fixed size: what happened before a torch was found can be read again.
struct GridHistory {
  /// What is known of a frame besides its sums.
  struct Moment {
    /// Start of the exposure, in seconds.
    var start: Double
    /// Seconds, where the source tells.
    var exposure: Double?
    /// Brightness of the scene as a whole, relative to its reference: see ``AmbientReference``.
    var ambient: Double
    /// Where the tiles lie, and which in the picture; what others hold is a guess.
    var places = TilePlaces(.still, width: FrameFormat.largestSide, height: FrameFormat.largestSide)
    /// `false` where the picture only repeats an earlier one: see ``RepeatedFrames`` and ``LoopedFrames``.
    var isInformative: Bool
    /// Whether it is known what the tiles rise above their calm values.
    var hasRises = false

    var motion: SceneMotion { places.motion }

    /// How far the picture lies from where its tiles lie, in pixels: what registration by whole pixels leaves.
    var residual: SIMD2<Double> { SIMD2<Double>(motion.residual) / 64 }
  }

  let tileCount: Int
  let capacity: Int
  /// Frames are numbered from zero; this is the number of the next.
  private(set) var end = 0
  private var sums: [UInt16] = []
  private var maxima: [UInt8] = []
  /// Empty until a frame has some; 0 in frames that have none.
  private var rises: [UInt8] = []
  private var moments: [Moment] = []

  /// A sum, a maximum and a rise.
  private static let bytesPerTile = MemoryLayout<UInt16>.size + 2 * MemoryLayout<UInt8>.size

  /// - Parameters:
  ///   - frames: How many frames to keep where memory allows.
  ///   - bytes: How much memory the tiles may take.
  init(tileCount: Int, frames: Int, bytes: Int) {
    self.tileCount = tileCount
    capacity = max(64, min(frames, bytes / (tileCount * Self.bytesPerTile)))
    // Reserved, not touched: pages become memory only as frames come in, and later frames reuse them.
    sums.reserveCapacity(capacity * tileCount)
    maxima.reserveCapacity(capacity * tileCount)
    moments.reserveCapacity(capacity)
  }

  /// The number of the oldest frame kept.
  var begin: Int { end - moments.count }
  var indices: Range<Int> { begin..<end }

  subscript(frame: Int) -> Moment { moments[frame % capacity] }

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

  /// Keeps `grid`, forgetting the oldest frame when full. The moment is filled in by what `describe` makes of the sums
  /// of this frame and of the one before (empty for the first).
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
    appendRises(of: grid, at: start)
    let previousStart = (end + capacity - 1) % capacity * tileCount
    var moment = sums.withUnsafeBufferPointer { all in
      describe(
        UnsafeBufferPointer(rebasing: all[start..<start + tileCount]),
        UnsafeBufferPointer(
          rebasing: moments.isEmpty ? all[0..<0] : all[previousStart..<previousStart + tileCount]))
    }
    moment.hasRises = grid.rises != nil
    if moments.count < capacity { moments.append(moment) } else { moments[slot] = moment }
    end += 1
  }

  private mutating func appendRises(of grid: LumaGrid, at start: Int) {
    guard grid.rises != nil || !rises.isEmpty else { return }
    if rises.isEmpty { rises.reserveCapacity(capacity * tileCount) }
    if rises.count < sums.count {
      rises.append(contentsOf: repeatElement(0, count: sums.count - rises.count))
    }
    for index in 0..<tileCount { rises[start + index] = grid.rises?[index] ?? 0 }
  }

  /// The sums of one frame, tile by tile.
  func withSums<Result>(of frame: Int, _ body: (UnsafeBufferPointer<UInt16>) -> Result) -> Result {
    precondition(indices.contains(frame))
    let start = frame % capacity * tileCount
    return sums.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<start + tileCount])) }
  }

  /// The brightest pixel of each tile of one frame.
  func withMaxima<Result>(of frame: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    precondition(indices.contains(frame))
    let start = frame % capacity * tileCount
    return maxima.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<start + tileCount]))
    }
  }

  /// What the tiles of one frame rise above their calm values; `nil` where that is not known.
  func withRises<Result>(of frame: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard self[frame].hasRises else { return nil }
    let start = frame % capacity * tileCount
    return rises.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<start + tileCount]))
    }
  }

  /// What one tile shows in a frame, in units of a tile sum.
  func value(of tile: Int, _ measure: TileMeasure, frame: Int) -> Double {
    switch measure {
    case .sum: withSums(of: frame) { Double($0[tile]) }
    case .brightest: withMaxima(of: frame) { TileMeasure.levelOfLuma * Double($0[tile]) }
    case .rise: withRises(of: frame) { TileMeasure.levelOfLuma * Double($0[tile]) } ?? 0
    }
  }
}
