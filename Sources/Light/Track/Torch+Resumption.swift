/// A torch that is known from another moment of the same recording needs less to be found than one that is new.
extension Torch {
  /// Seconds that are looked at, at most and at least.
  private static let span = 20.0
  private static let leastSpan = 2.0
  /// By how much its step may differ from before, as a ratio, and how many standard deviations it must be.
  private static let ratios = 0.5...2.0
  private static let leastContrast = 5.5
  /// Marks that it must have shown: by fewer, its levels are those of a few frames.
  private static let fewestMarks = 3

  /// The torch where it was, if it has gone on and off there, by as much as before; `nil` where it has not yet.
  func resumed(in scene: Scene) -> Sighting? {
    let history = scene.history
    let frames = history.firstFrame(since: scene.time - Self.span)..<history.end
    guard scene.time - history[frames.lowerBound].start >= Self.leastSpan,
      let seen = footprint.levels(in: scene, frames: frames),
      Self.ratios.contains((seen.high - seen.low) / tracker.levels.step)
    else { return nil }
    var tracker = KeyTracker(startingOver: tracker)
    tracker.rebase(dark: seen.low, bright: seen.high)
    for frame in frames where history[frame].isInformative && !footprint.isBlind(at: history[frame]) {
      _ = tracker.take(
        Reading(
          start: history[frame].start, exposure: exposure(of: history[frame], frameTime: scene.frameTime),
          level: footprint.level(ofFrame: frame, in: history)))
    }
    let contrast = tracker.levels.step / max(tracker.levels.noise, footprint.expectedNoise)
    let statistics = tracker.statistics
    guard contrast > Self.leastContrast, statistics.marks >= Self.fewestMarks,
      statistics.hasTwoLevels(noise: 1 / contrast), statistics.hasPlausibleLengths(),
      statistics.keepsItsLevels(noise: 1 / contrast)
    else { return nil }
    return Sighting(
      light: KnownLight(footprint: footprint, lit: LitShares(capacity: history.capacity)), tracker: tracker,
      demand: .signalling)
  }
}
