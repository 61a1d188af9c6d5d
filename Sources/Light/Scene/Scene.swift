import Frames

/// The picture as a whole: its last frames, its background, its ambient light and where it changes.
struct Scene {
  let shape: GridShape
  /// See ``SceneMotion/scene``.
  let number: UInt32
  /// See ``SceneMotion/origin``.
  private(set) var origin: SIMD2<Int32>
  private(set) var history: GridHistory
  private(set) var map: ModulationMap
  /// The modulation of the tiles' background differences, in units of a tile sum; `nil` if they are not known.
  private(set) var differenceMap: ModulationMap?
  private(set) var calibration: Calibration
  /// The start of the last frame, in seconds.
  private(set) var time = -Double.infinity
  /// The usual time from frame to frame, in seconds: its tracked median.
  private(set) var frameTime = 1.0 / 30
  /// The mean luma of the last frame, 0...255.
  private(set) var meanLuma = 0.0
  /// Whether frames are missing before the next one.
  var isInterrupted = false
  /// Whether the picture was still from the beginning and became live with the last frame.
  private(set) var hasComeAlive = false

  private var ambient = AmbientReference()
  private var repeats = RepeatedFrames()
  private var loops = LoopedFrames()
  private var stillness = StillBeginning()
  private var residualMotion: ResidualMotion
  private var total = 0.0
  private var differences: [UInt16] = []
  private var differencesBefore: [UInt16] = []
  /// The last frame's brightness relative to the reference, without its lamps.
  private(set) var ambientBrightness = 1.0
  private var intervals = 0
  /// The first intervals between frames, in order.
  private var firstIntervals: [Double] = []
  private var nextSearchTime: Double?
  private var searches = 0

  /// Seconds between two searches.
  private static let searchInterval = 0.25
  /// The first frame time is the median of this many intervals: one of them may be wrong, because two frames came at once or
  /// the source stalled.
  private static let minimumIntervals = 3
  /// After this many intervals, the median is tracked.
  private static let maximumFirstIntervals = 5

  /// - Parameters:
  ///   - frames: How many frames to keep where memory allows.
  ///   - bytes: How much memory their tiles may take.
  init(_ shape: GridShape, number: UInt32 = 0, origin: SIMD2<Int32> = .zero, frames: Int, bytes: Int) {
    self.shape = shape
    self.number = number
    self.origin = origin
    history = GridHistory(tileCount: shape.count, frames: frames, bytes: bytes)
    map = ModulationMap(tileCount: shape.count)
    residualMotion = ResidualMotion(tileCount: shape.count)
    calibration = Calibration(tileCount: shape.count)
  }

  /// The picture's brightness on the 100 scale.
  var brightness: Double { calibration.backgroundTotal > 0 ? 100 * total / calibration.backgroundTotal : 100 }

  mutating func take(_ grid: LumaGrid) {
    let start = grid.timestamp.seconds
    let interval = history.end > 0 ? start - time : 0
    if interval > 0, !isInterrupted { learnFrameTime(interval) }
    time = start
    let isAfterGap = isInterrupted
    isInterrupted = false
    let places = grid.places
    var grid = grid
    residualMotion.correct(&grid, places, interval: interval)
    if places.columns.count < shape.columns || places.rows.count < shape.rows {
      fillUnseen(&grid, places)
    }
    history.append(grid) { current, previous in
      ambient.completeReference(with: current, brightness: ambientBrightness)
      var changed = 0
      var total = 0
      for i in current.indices {
        total += Int(current[i])
        if !previous.isEmpty, current[i] != previous[i] { changed += 1 }
      }
      hasComeAlive = !previous.isEmpty && stillness.ends(changed: changed, of: current.count)
      let isLooped = loops.isRepetition(current)
      let isRepeated =
        !previous.isEmpty && repeats.isRepetition(changed: changed, of: current.count) || isLooped
      let brightness = ambient.brightness(of: current)
      if !isRepeated {
        ambientBrightness = brightness
        self.total = Double(total)
        meanLuma = Double(total) / Double(shape.width * shape.height)
        map.take(
          current, after: isAfterGap ? UnsafeBufferPointer(rebasing: previous[0..<0]) : previous,
          ambient: brightness, interval: interval)
        calibration.take(
          current, after: previous, averagedFrames: grid.averagedFrames, map: map, time: start,
          frameTime: frameTime)
      }
      return GridHistory.Moment(
        start: start, exposure: grid.exposure.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil },
        ambient: brightness, places: places, isInformative: !isRepeated)
    }
    if history.last?.isInformative == true { takeDifferences(of: grid, interval: interval) }
  }

  /// Moves the grid of all that is known to that of the next frame.
  ///
  /// - Returns: The move; `nil` if the grid stays.
  mutating func moveGrid(to grid: LumaGrid) -> GridMove? {
    guard grid.motion.origin != origin else { return nil }
    let move = GridMove(of: shape, by: SIMD2<Int>(truncatingIfNeeded: grid.motion.origin &- origin))
    origin = grid.motion.origin
    let newTiles = filledTiles(of: grid)
    history.move(move, newTiles: newTiles)
    map.move(move, newTiles: newTiles.sums.map { Double($0) })
    // The background is averaged again after a move.
    differenceMap = nil
    calibration.move(move)
    residualMotion.move(move)
    ambient.move(move)
    return move
  }

  /// The sums and maxima of the tiles of a frame. A tile outside the picture gets the luma of the nearest tile in the picture.
  private func filledTiles(of grid: LumaGrid) -> (sums: [UInt16], maxima: [UInt8]) {
    let places = grid.places
    let tiles = (0..<shape.count).map { tile in
      let seen =
        places.nearest(column: shape.column(of: tile), row: shape.row(of: tile)) ?? (column: 0, row: 0)
      return seen.row * shape.columns + seen.column
    }
    return (
      tiles.enumerated().map { index, tile in
        UInt16(Int(grid.tiles[tile].sum) * shape.pixelCount(of: index) / shape.pixelCount(of: tile))
      }, tiles.map { grid.tiles[$0].maximum }
    )
  }

  /// Fills tiles outside the picture with their means.
  private func fillUnseen(_ grid: inout LumaGrid, _ places: TilePlaces) {
    for row in 0..<shape.rows {
      for column in 0..<shape.columns
      where !places.rows.contains(row) || !places.columns.contains(column) {
        let tile = row * shape.columns + column
        let mean = map.mean(ofTile: tile).rounded()
        grid.tiles[tile] = LumaGrid.Tile(
          sum: UInt16(mean), maximum: UInt8(min(255, mean / Double(shape.pixelCount(of: tile)))), clipped: 0)
      }
    }
  }

  private mutating func takeDifferences(of grid: LumaGrid, interval: Double) {
    guard let known = grid.backgroundDifferences else {
      differenceMap = nil
      return
    }
    let isFirst = differenceMap == nil
    if isFirst { differenceMap = ModulationMap(tileCount: shape.count, noiseFloor: TileMeasure.levelOfLuma) }
    swap(&differences, &differencesBefore)
    differences.removeAll(keepingCapacity: true)
    for difference in known { differences.append(UInt16(difference) * UInt16(TileMeasure.levelOfLuma)) }
    differences.withUnsafeBufferPointer { differences in
      differencesBefore.withUnsafeBufferPointer { before in
        // Unlike luma, a background difference does not grow with the ambient light: the ambient factor is 1.
        differenceMap!.take(
          differences, after: isFirst ? UnsafeBufferPointer(rebasing: before[0..<0]) : before, ambient: 1,
          interval: interval)
      }
    }
  }

  /// How much the background difference of `tile` changes beyond its noise; 0 if it is not known.
  func differenceModulation(ofTile tile: Int, over horizon: ModulationMap.Horizon) -> Double {
    differenceMap?.modulation(ofTile: tile, over: horizon) ?? 0
  }

  /// Tracks the median by steps up or down. A step is a share of the frame time that shrinks to a fiftieth.
  private mutating func learnFrameTime(_ interval: Double) {
    intervals += 1
    guard intervals > Self.maximumFirstIntervals else {
      firstIntervals.append(interval)
      if intervals >= Self.minimumIntervals {
        var known = firstIntervals
        frameTime = known.takeMedian()
      }
      return
    }
    let gain = max(0.02, 1 / Double(intervals))
    let step = min(abs(interval - frameTime), gain * frameTime)
    frameTime += interval > frameTime ? step : -step
  }

  /// Whether this is compressed video that skips blocks with little change. Then the noise does not show how much the next key
  /// frame changes.
  var skipsTiles: Bool { repeats.skipsTiles }

  var isSearchDue: Bool { time >= nextSearchTime ?? time && !stillness.mayBeEnding }

  /// The frames to search next: usually the last six seconds, every fourth time the last twenty, and every sixteenth time all
  /// frames, for slow senders.
  mutating func nextSearch(everything: Bool) -> (frames: Range<Int>, horizon: ModulationMap.Horizon) {
    nextSearchTime = time + Self.searchInterval
    searches += 1
    if everything || searches % 16 == 0 { return (history.indices, .long) }
    if searches % 4 == 0 { return (history.firstFrame(since: time - 20)..<history.end, .long) }
    return (history.firstFrame(since: time - 6)..<history.end, .short)
  }
}
