import Frames

/// The picture as a whole: its last frames, its baseline, its ambient light and where it changes.
struct Scene {
  let shape: GridShape
  /// See ``SceneMotion/scene``.
  let number: UInt32
  private(set) var history: GridHistory
  private(set) var map: ModulationMap
  /// How the tiles' rises change, in units of a tile sum; `nil` where they are not known.
  private(set) var riseMap: ModulationMap?
  private(set) var calibration: Calibration
  /// The start of the last frame, in seconds.
  private(set) var time = -Double.infinity
  /// The usual time from frame to frame, in seconds: its median, followed.
  private(set) var frameTime = 1.0 / 30
  /// The mean luma of the last frame, 0...255.
  private(set) var meanLuma = 0.0
  /// Frames are missing before the next one.
  var isInterrupted = false
  /// Whether the picture has stood still from the beginning and has come alive with the last frame.
  private(set) var hasComeAlive = false

  private var ambient = AmbientReference()
  private var repeats = RepeatedFrames()
  private var loops = LoopedFrames()
  private var stillness = StillBeginning()
  private var total = 0.0
  private var rises: [UInt16] = []
  private var risesBefore: [UInt16] = []
  /// The last frame's brightness beside the reference, whatever the lamps in it do.
  private(set) var ambientBrightness = 1.0
  private var intervals = 0
  /// The first times from frame to frame, as they came.
  private var firstIntervals: [Double] = []
  private var nextSearchTime: Double?
  private var searches = 0

  /// Seconds between two searches.
  private static let searchInterval = 0.25
  /// The median of so many intervals is the first frame time that is learnt, for there may be one among them of two frames
  /// that came at once, or of a source that stalled; and that of so many is the one from which it is followed.
  private static let fewestIntervals = 3
  private static let mostFirstIntervals = 5

  /// - Parameters:
  ///   - frames: How many frames to keep where memory allows.
  ///   - bytes: How much memory their tiles may take.
  ///   - calibrationTime: Seconds of frames of which the baseline is the average.
  init(_ shape: GridShape, number: UInt32 = 0, frames: Int, bytes: Int, calibrationTime: Double) {
    self.shape = shape
    self.number = number
    history = GridHistory(
      tileCount: shape.count, frames: frames, bytes: bytes)
    map = ModulationMap(tileCount: shape.count)
    calibration = Calibration(tileCount: shape.count, duration: calibrationTime)
  }

  /// The picture's brightness on the 100 scale.
  var brightness: Double { calibration.baseline > 0 ? 100 * total / calibration.baseline : 100 }

  mutating func take(_ grid: LumaGrid) {
    let start = grid.timestamp.seconds
    let interval = history.end > 0 ? start - time : 0
    if interval > 0, !isInterrupted { learnFrameTime(interval) }
    time = start
    let isAfterGap = isInterrupted
    isInterrupted = false
    let places = grid.places
    var grid = grid
    if places.columns.count < shape.columns || places.rows.count < shape.rows {
      fillUnseen(&grid, places)
    }
    history.append(grid) { current, previous in
      if ambient.isEmpty { ambient.refer(to: current) }
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
          current, after: previous, calmFrames: grid.calmFrames, map: map, time: start, frameTime: frameTime)
      }
      return GridHistory.Moment(
        start: start, exposure: grid.exposure, ambient: brightness, places: places,
        isInformative: !isRepeated)
    }
    if history[history.end - 1].isInformative { takeRises(of: grid, interval: interval) }
  }

  /// Has tiles that are not in the picture hold what they did on average.
  private func fillUnseen(_ grid: inout LumaGrid, _ places: TilePlaces) {
    for row in 0..<shape.rows {
      for column in 0..<shape.columns
      where !places.rows.contains(row) || !places.columns.contains(column) {
        let tile = row * shape.columns + column
        let mean = map.mean(ofTile: tile).rounded()
        grid.tiles[tile] = LumaGrid.Tile(
          sum: UInt16(mean), maximum: UInt8(mean / Double(shape.pixelCount(of: tile))), clipped: 0)
      }
    }
  }

  private mutating func takeRises(of grid: LumaGrid, interval: Double) {
    guard let known = grid.rises else {
      riseMap = nil
      return
    }
    let isFirst = riseMap == nil
    if isFirst { riseMap = ModulationMap(tileCount: shape.count, noiseFloor: TileMeasure.levelOfLuma) }
    swap(&rises, &risesBefore)
    rises.removeAll(keepingCapacity: true)
    for rise in known { rises.append(UInt16(rise) * UInt16(TileMeasure.levelOfLuma)) }
    rises.withUnsafeBufferPointer { rises in
      risesBefore.withUnsafeBufferPointer { before in
        // What a pixel rises does not grow with all light, as its luma does.
        riseMap!.take(
          rises, after: isFirst ? UnsafeBufferPointer(rebasing: before[0..<0]) : before, ambient: 1,
          interval: interval)
      }
    }
  }

  /// How much the rises of `tile` change beyond their noise; 0 where they are not known.
  func riseModulation(ofTile tile: Int, over horizon: ModulationMap.Horizon) -> Double {
    riseMap?.modulation(ofTile: tile, over: horizon) ?? 0
  }

  /// A median follower: steps of a share that shrinks to a fiftieth, up or down.
  private mutating func learnFrameTime(_ interval: Double) {
    intervals += 1
    guard intervals > Self.mostFirstIntervals else {
      firstIntervals.append(interval)
      if intervals >= Self.fewestIntervals {
        var known = firstIntervals
        frameTime = known.takeMedian()
      }
      return
    }
    let gain = max(0.02, 1 / Double(intervals))
    let step = min(abs(interval - frameTime), gain * frameTime)
    frameTime += interval > frameTime ? step : -step
  }

  /// Whether this is compressed video that skips what hardly changes: noise says nothing of what the next key frame changes.
  var skipsTiles: Bool { repeats.skipsTiles }

  var isSearchDue: Bool { time >= nextSearchTime ?? time && !stillness.mayBeEnding }

  /// The frames to search next: mostly the last six seconds, at times twenty, now and then all there are (a slow hand).
  mutating func nextSearch(everything: Bool) -> (frames: Range<Int>, horizon: ModulationMap.Horizon) {
    nextSearchTime = time + Self.searchInterval
    searches += 1
    if everything || searches % 16 == 0 { return (history.indices, .long) }
    if searches % 4 == 0 { return (history.firstFrame(since: time - 20)..<history.end, .long) }
    return (history.firstFrame(since: time - 6)..<history.end, .short)
  }
}
