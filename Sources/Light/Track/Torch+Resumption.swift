/// Finds a torch again that is known from another moment of the same recording: less evidence is needed than for a new one.
extension Torch {
  /// The longest and the shortest time that is searched, in seconds.
  private static let searchTime = 20.0
  private static let minimumSearchTime = 2.0
  /// The ratio of the new step to the old one, and the least step in standard deviations.
  private static let stepRatios = 0.5...2.0
  private static let minimumContrast = 5.5
  /// The fewest marks: with fewer, the levels rest on a few frames.
  private static let minimumMarks = 3

  /// The torch at its old place, if its light has gone on and off there with about the same step; otherwise `nil`.
  func resumed(in scene: Scene) -> Detection? {
    guard isInGrid else { return nil }
    let history = scene.history
    let frames = history.firstFrame(since: scene.time - Self.searchTime)..<history.end
    guard scene.time - history[frames.lowerBound].start >= Self.minimumSearchTime,
      let seen = spatialFilter.levels(in: scene, frames: frames),
      Self.stepRatios.contains((seen.high - seen.low) / tracker.levels.step)
    else { return nil }
    var tracker = KeyTracker(startingOver: tracker)
    tracker.rebase(dark: seen.low, bright: seen.high)
    for frame in spatialFilter.measured(frames, in: history) {
      _ = tracker.take(
        Reading(
          start: history[frame].start, exposure: exposure(of: history[frame], frameTime: scene.frameTime),
          level: spatialFilter.level(ofFrame: frame, in: history)))
    }
    let contrast = tracker.levels.step / max(tracker.levels.noise, spatialFilter.expectedNoise)
    let statistics = tracker.statistics
    guard contrast > Self.minimumContrast, statistics.marks >= Self.minimumMarks,
      statistics.hasTwoLevels(noise: 1 / contrast), statistics.hasPlausibleLengths(),
      statistics.keepsItsLevels(noise: 1 / contrast)
    else { return nil }
    return Detection(
      light: KnownLight(spatialFilter: spatialFilter, lit: LitShares(capacity: history.capacity)),
      tracker: tracker)
  }
}
