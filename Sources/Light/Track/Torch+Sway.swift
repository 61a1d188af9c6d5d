import Frames

/// A lamp that sways in a hand, read by the brightest pixel of all the tiles among which it sways.
extension Torch {
  /// The least ``TwoLevels/spread`` of a filter or a track that is replaced: levels within 7 % of the step are exact enough, and
  /// sums show how much of a frame was lit, which a clipped pixel does not. A path is replaced only by a reading that is as
  /// exact.
  static let minimumSpread = 0.005
  /// If one reading changes between its levels more than this many times as often as another, the other has lost the light: the
  /// light has left the filter's tiles, or the path is wrong.
  static let minimumGrowth = 2
  /// Seconds of frames in which the tiles of a lamp that sways stay the same, when a lamp is tracked backward to its first mark.
  private static let blockTime = 1.0
  /// The least correlation of the lit times of two readings of one light, if they agree. Readings with the same ten marks had
  /// 0.99; where one mark was missing, 0.85.
  private static let sameReadingCorrelation = 0.9
  /// If a lamp is dark for longer, in seconds, its hand may have carried it anywhere.
  private static let longestDark = 4.0

  /// Reads the light by the brightest pixel of the tiles among which it sways, if its filter or its track shows it less clearly,
  /// or shows fewer than half of the marks: it has left the filter's tiles.
  mutating func readBySway(in scene: Scene, others: [SpatialFilter]) -> Bool {
    let frames = frames(since: Self.longFitSpan, in: scene)
    guard !spatialFilter.sways, let fresh = fit(frames, sways: true, in: scene, others: others) else {
      return false
    }
    // The levels by the track are known from this frame on.
    let first = motion.isTracked ? motion.shares.first.map { scene.history.firstFrame(since: $0.time) } : nil
    let times = fresh.measured((first ?? frames.lowerBound)..<frames.upperBound, in: scene.history)
    let trace = times.map { fresh.level(ofFrame: $0, in: scene.history) }
    let own =
      motion.isTracked
      ? motion.shares.map(\.byTrack) : times.map { spatialFilter.level(ofFrame: $0, in: scene.history) }
    guard let seen = TwoLevels(of: trace) else { return false }
    if let known = TwoLevels(of: own) {
      let isUnclear = known.spread > Self.minimumSpread && TwoLevels.isClearer(trace, than: own)
      // Noise changes even more often, but has no two levels.
      let hasLeft =
        !motion.isTracked && seen.spread < BrightestFit.maximumSpread
        && seen.changes > Self.minimumGrowth * known.changes
      guard isUnclear || hasLeft else { return false }
    }
    let levels = tracker.levels
    light.spatialFilter = fresh
    light.spatialFilter.rescale(dark: seen.low, bright: seen.high, to: levels.dark, levels.bright)
    tracker.rebase(
      dark: levels.dark, bright: levels.bright, noise: levels.step * seen.unsteadiness.squareRoot())
    motion = Motion(nextTrackTime: scene.time)
    needsRereading = true
    return true
  }

  /// Tracks a lamp that sways backward through the history, so that it is read from its first mark on: the hand may have been
  /// elsewhere. The track ends where something is lit for longer than a mark, or all is dark for long.
  ///
  /// - Returns: The time from which on it was tracked, in seconds.
  mutating func trackSwayBackward(in scene: Scene, others: [SpatialFilter]) -> Double {
    guard let pixel = spatialFilter.measure as? BrightestPixel, pixel.sways else { return -.infinity }
    let history = scene.history
    // Torches at these tiles are this lamp itself.
    let others = others.filter { !pixel.tiles.contains(scene.shape.tile(containing: $0.place)) }
    var lastLit = scene.time
    var filter = spatialFilter
    var end = history.firstFrame(since: scene.time - Self.fitSpan)
    var places = [(from: end, spatialFilter: filter)]
    // The earliest frame yet in which it is dark.
    var firstDark = end
    var knownBegin = history.begin
    while end > history.begin {
      let first = max(
        history.begin, min(end - 1, history.firstFrame(since: history[end - 1].start - Self.blockTime)))
      if let place = filter.meanPlace(in: first..<end, scene) {
        lastLit = history[first].start
        filter = filter.moved(to: place, others: others, in: scene) ?? filter
      } else if lastLit - history[first].start > Self.longestDark {
        break
      }
      places.append((first, filter))
      firstDark =
        filter.measured(first..<end, in: history).first {
          tracker.share(of: filter.level(ofFrame: $0, in: history)) < BackwardTrack.darkShare
        } ?? firstDark
      // Something lit for longer than a mark is not the lamp, so the lamp's earlier places are unknown.
      if history[firstDark].start - history[first].start > tracker.longestMark {
        knownBegin = firstDark
        break
      }
      end = first
    }
    places.reverse()
    places.forget(before: knownBegin)
    motion.path = (places, history.end - 1)
    return history[places[0].from].start
  }

  /// Moves the tiles to where a lamp that sways was lit lately, because the hand may be carried along. This also succeeds where a
  /// fit fails.
  mutating func recentre(in scene: Scene, others: [SpatialFilter]) {
    guard spatialFilter.sways else { return }
    let frames = scene.history.firstFrame(since: scene.time - Self.fitSpan)..<scene.history.end
    guard let place = spatialFilter.meanPlace(in: frames, scene),
      let moved = spatialFilter.moved(to: place, others: others, in: scene)
    else { return }
    light.spatialFilter = moved
  }

  /// Whether it has other marks than another reading of the same light, or at other times.
  func readsOtherwise(than other: Torch, in history: GridHistory) -> Bool {
    let (own, others) = (light.lit, other.light.lit)
    return own.marks(in: history.indices) != others.marks(in: history.indices)
      || own.correlation(with: others, frames: history.indices) ?? 0 < Self.sameReadingCorrelation
  }

  /// Whether it sways, and another torch is only a part of its way or of the arm that holds it.
  ///
  /// - Parameter time: From when on its way is known, in seconds.
  func includes(_ other: Torch, since time: Double, in scene: Scene) -> Bool {
    guard spatialFilter.sways, other.begins(after: time) else { return false }
    let way = (motion.path?.places.map(\.spatialFilter) ?? []) + [spatialFilter]
    return way.contains { ($0.measure as? BrightestPixel).map { other.light.isIn($0.tiles, scene) } ?? false }
      && light.accounts(for: other.light.lit, frames: scene.history.indices)
  }

  /// Whether its first mark is not later than that of another reading of the same light. A later one means that this reading
  /// misses marks, for example because the grid has left their place. Two marks begin at least two units after each other, so one
  /// unit tells them apart.
  func beginsNoLater(than other: Torch) -> Bool {
    guard let own = firstMark, let others = other.firstMark else { return false }
    return own < others + other.unit
  }

  /// Whether all its marks lie after `time`, in seconds, so that they can be read again from there.
  func begins(after time: Double) -> Bool { firstMark.map { time <= $0 } ?? false }
}

extension SpatialFilter {
  /// The mean place of a lamp that sways, in the frames in which it is lit; `nil` if there are none.
  fileprivate func meanPlace(in frames: Range<Int>, _ scene: Scene) -> SIMD2<Double>? {
    guard let pixel = measure as? BrightestPixel else { return nil }
    let middle = pixel.dark + pixel.step / 2
    var sum = SIMD2<Double>.zero
    var count = 0.0
    for frame in measured(frames, in: scene.history) {
      for tile in pixel.tiles where scene.history.value(of: tile, pixel.tileMeasure, frame: frame) > middle {
        sum += scene.shape.centre(of: tile)
        count += 1
      }
    }
    return count > 0 ? sum / count : nil
  }

  /// The same filter for a lamp that sways around `place`, on the same scale; `nil` if that is the same tile as before.
  fileprivate func moved(
    to place: SIMD2<Double>, others: [SpatialFilter], in scene: Scene
  ) -> SpatialFilter? {
    let shape = scene.shape
    let tile = shape.tile(containing: place)
    guard let pixel = measure as? BrightestPixel, tile != shape.tile(containing: self.place) else {
      return nil
    }
    let excluded = Set(others.flatMap { $0.carriers.map(\.index) } + [tile])
    let tiles = shape.tiles(around: tile, margin: HandSway.reach).filter { !excluded.contains($0) }
    guard
      var moved = SpatialFilter(
        pixel.among([tile] + tiles), carriers: [Carrier(index: tile, dark: carriers[0].dark, step: flux)],
        allowsMotion: allowsMotion, shape: shape)
    else { return nil }
    let bright = 100 + moved.step
    moved.rescale(
      dark: 100, bright: bright, to: level(of: pixel.dark), level(of: pixel.dark + pixel.step))
    return moved
  }
}
