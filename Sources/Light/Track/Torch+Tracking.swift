import Frames

/// A light that moves, tracked from mark to mark.
extension Torch {
  /// The track ends if it does not detect the light's marks for this time, in seconds and in dots: the longer of the two. Times
  /// without another source were chosen with the scenes of ``PositionTrack``.
  private static let lossTime = 4.0
  private static let lossDots = 10.0
  /// If the track does not detect the light's marks for this time, in seconds, the light has another strength: its flux is
  /// taken from the levels.
  private static let unseenTime = 0.4
  /// Seconds between two attempts to start a track.
  private static let retryInterval = 2.0
  /// The least extent of the motion, in units of ``PositionTrack/placeUncertainty(in:)``, of a light that is tracked because the
  /// track shows it more clearly. The track of a resting lamp beside a reflection may show it more clearly for a while
  /// (`BusySceneTests`).
  private static let minimumExtent = 2.0

  // MARK: Tracking backward

  /// Tracks a light that was just found backward through the history. If it has moved, it is read along its path from its first
  /// mark on.
  ///
  /// - Returns: Torches that were this light while it passed their places.
  mutating func trackBackward(in scene: Scene, others: [Torch]) -> [TorchID] {
    let passed = others.filter { other in
      !other.motion.isTracked && spatialFilter.distance(to: other.spatialFilter) < HandSway.farthest
        && path(in: scene, others: others.filter { $0.id != other.id })?
          .accounts(for: other, in: scene.history) ?? false
    }.map(\.id)
    guard let backward = path(in: scene, others: others.filter { !passed.contains($0.id) }) else { return [] }
    let levelPerFlux = tracker.levels.step / backward.track.flux
    let places = backward.places.map { ($0.from, onScale($0.spatialFilter, levelPerFlux)) }
    let noise = places[places.count - 1].1.expectedNoise
    tracker.rebase(dark: tracker.levels.dark, bright: tracker.levels.bright, noise: noise)
    motion = Motion(path: (places, backward.end), track: backward.track, levelPerFlux: levelPerFlux)
    return passed
  }

  private func path(in scene: Scene, others: [Torch]) -> BackwardTrack? {
    guard let track = track(in: scene, others: others.map(\.spatialFilter)) else { return nil }
    let backward = BackwardTrack(track, since: reportedUntil, in: scene)
    return backward.isConvincing && !isClearer(than: backward, in: scene) ? backward : nil
  }

  /// Whether its own filters show the light more clearly than those of the path do. For a light that sways, far more marks by its
  /// own filters are enough: the path has lost the light.
  private func isClearer(than path: BackwardTrack, in scene: Scene) -> Bool {
    let history = scene.history
    func levels(in frames: Range<Int>) -> [Double] {
      spatialFilter.measured(frames, in: history).map {
        spatialFilter(ofFrame: $0).level(ofFrame: $0, in: history)
      }
    }
    let shares = spatialFilter.measured(path.frames, in: history).map { path.share(ofFrame: $0, in: history) }
    if spatialFilter.sways,
      let own = TwoLevels(of: levels(in: history.firstFrame(since: reportedUntil)..<path.end)),
      own.spread < Self.minimumSpread,
      own.changes > Self.minimumGrowth * (TwoLevels(of: shares)?.changes ?? 0)
    {
      return true
    }
    return TwoLevels.isClearer(levels(in: path.frames), than: shares)
  }

  private func track(in scene: Scene, others: [SpatialFilter]) -> PositionTrack? {
    PositionTrack(of: spatialFilter, unit: unit, others: others, in: scene)
  }

  // MARK: From then on

  /// Moves the spatial filter to where the light is in a frame, or is expected.
  mutating func moveFilter(toFrame frame: Int, in scene: Scene) {
    if let spatialFilter = motion.spatialFilter(ofFrame: frame) {
      light.spatialFilter = spatialFilter
      return
    }
    motion.path = nil
    guard let levelPerFlux = motion.levelPerFlux, var track = motion.track else { return }
    if track.advance(to: frame, in: scene), let fresh = track.spatialFilter(in: scene) {
      move(to: onScale(fresh, levelPerFlux))
    }
    motion.track = track
  }

  /// Learns the position from a frame without a nuisance.
  mutating func learnMotion(ofFrame frame: Int, in scene: Scene) {
    guard motion.path == nil, var track = motion.track else { return }
    let time = scene.history[frame].start
    let share = tracker.share(of: level)
    if !motion.isTracked { _ = track.advance(to: frame, isSearching: false, in: scene) }
    // The level may be too low, because the filter's tiles hold too little of the light or none, or because the filter expects
    // more light. So the sum of all tiles around is measured as well.
    let around =
      motion.isTracked && share < BackwardTrack.darkShare
      ? share : track.share(ofFrame: frame, in: scene) ?? 0
    motion.note(byFilter: share, byTrack: around, at: time, since: time - PositionTrack.startTime(unit: unit))
    // Negative shares count as dark: the light may have lit the edge of the tiles in frames that were taken for dark.
    if !tracker.isOn, max(share, around) < BackwardTrack.darkShare { motion.track?.learnDark(frame) }
    guard motion.isTracked || track.filter.isDetectionDue(at: time),
      share > BackwardTrack.litShare && tracker.isOn || around > BackwardTrack.litShare
    else { return }
    if let levelPerFlux = motion.levelPerFlux, time - (motion.unseenSince ?? time) > Self.unseenTime {
      track.flux = tracker.levels.step / levelPerFlux
    }
    let isSeen = track.learnLit(frame, in: scene)
    if isSeen, let levelPerFlux = motion.levelPerFlux { tracker.expect(step: levelPerFlux * track.flux) }
    motion.track = track
    motion.unseenSince = isSeen ? nil : motion.unseenSince ?? time
    if isSeen, !motion.isTracked, track.filter.isSteady, !track.hasNeighbour(at: time) {
      let uncertainty = track.placeUncertainty(in: scene)
      if !spatialFilter.sways && track.filter.travelledDistance > BackwardTrack.minimumMotion + uncertainty
        || track.filter.extent > Self.minimumExtent * uncertainty && motion.isClearerTracked
      {
        motion.needsTracking = true
      }
    }
    if let unseenSince = motion.unseenSince, time - unseenSince > max(Self.lossTime, Self.lossDots * unit) {
      endTrack(at: time)
    }
  }

  /// Whether a path backward accounts for all marks that were read.
  func hasPath(in scene: Scene, others: [Torch]) -> Bool {
    var fresh = self
    fresh.forgetReports()
    return fresh.path(in: scene, others: others)?.accounts(for: self, in: scene.history) ?? false
  }

  mutating func startTracking(in scene: Scene) {
    motion.needsTracking = false
    guard let track = motion.track else { return }
    guard let fresh = track.spatialFilter(in: scene) else { return }
    let levelPerFlux = tracker.levels.step / track.flux
    motion.levelPerFlux = levelPerFlux
    peak = Peak()
    move(to: onScale(fresh, levelPerFlux))
  }

  /// Ends the track of a light that is no longer detected. The light is then read by the tiles at its last position.
  private mutating func endTrack(at time: Double) {
    // The trusted levels hold for an earlier position.
    if motion.isTracked { trustedFilter = nil }
    motion = Motion(nextTrackTime: time + Self.retryInterval)
  }

  private mutating func move(to fresh: SpatialFilter) {
    tracker.rescaleNoise(by: fresh.expectedNoise / spatialFilter.expectedNoise)
    light.spatialFilter = fresh
  }

  /// Starts a track if there is none and the light is strong enough. Excludes the tiles of other torches.
  mutating func updateTrack(in scene: Scene, others: [SpatialFilter]) {
    if motion.track == nil, scene.time >= motion.nextTrackTime {
      motion.track = track(in: scene, others: others)
      motion.nextTrackTime = scene.time + Self.retryInterval
    }
    let tiles = PositionTrack.tiles(of: others, beside: spatialFilter)
    motion.track?.blocked = tiles
  }

  /// The spatial filter of a track, on the torch's scale.
  private func onScale(_ fresh: SpatialFilter, _ levelPerFlux: Double) -> SpatialFilter {
    var fresh = fresh
    let dark = tracker.levels.dark
    fresh.rescale(dark: 100, bright: 100 + fresh.step, to: dark, dark + levelPerFlux * fresh.measure.step)
    return fresh
  }
}
