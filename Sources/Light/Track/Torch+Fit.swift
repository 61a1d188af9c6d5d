/// Fits the spatial filter again while the torch is read.
extension Torch {
  /// Seconds of the latest frames, and of all frames, that a new spatial filter is fitted to; at least sixteen dots. The latest
  /// are half as long while the light becomes fainter: it may be moving out of its tiles.
  static let fitSpan = 2.0
  static let longFitSpan = 6.0
  private static let fitDots = 16.0
  /// The largest ratio of a new filter's flux to that of the last filter or of the first one, whichever is larger: either may
  /// have missed half of the light.
  private static let maximumFluxGrowth = 1.5

  /// Fits the spatial filter again if it is due.
  mutating func refit(in scene: Scene, others: [SpatialFilter]) {
    let isFading = peak.isLeaving || tracker.levels.step < 0.8 * spatialFilter.step
    schedule.check(at: scene.time, isFading: isFading)
    if !tracker.hasNuisance, !peak.isUncertain { updateTrack(in: scene, others: others) }
    let recent = frames(since: Self.fitSpan / (isFading ? 2 : 1), in: scene)
    if readBySway(in: scene, others: others) || motion.isTracked { return }
    recoverLevels(in: scene)
    // The tiles now show more than the light alone.
    if tracker.hasNuisance || peak.isUncertain { return }
    defer { recentre(in: scene, others: others) }
    let unsteadiness = spatialFilter.unsteadiness(in: scene, frames: recent) ?? .infinity
    let step = tracker.levels.step
    guard
      !spatialFilter.isMeasureKnown(in: scene)
        || schedule.isFitDue(at: scene.time, unsteadiness: unsteadiness, step: step)
    else { return }
    let last = spatialFilter
    let fresh = fitAndAdopt(recent, in: scene, others: others)
    schedule.fitted(
      at: scene.time, isStill: fresh.map { !$0.differs(from: last) } ?? false,
      unsteadiness: spatialFilter.unsteadiness(in: scene, frames: recent) ?? .infinity,
      step: tracker.levels.step)
  }

  /// - Returns: The best new filter, whether it was adopted or not.
  private mutating func fitAndAdopt(
    _ recent: Range<Int>, in scene: Scene, others: [SpatialFilter]
  ) -> SpatialFilter? {
    if spatialFilter.sways, let fresh = fit(recent, sways: true, in: scene, others: others) {
      // The new tiles need not be steadier: they follow the lamp before it leaves the old ones.
      adopt(fresh, in: scene, frames: recent)
      return fresh
    }
    // Many frames give the best filter for a light at rest. For one that moves, only the last frames show its present place.
    var best: SpatialFilter?
    let whole = frames(since: Self.longFitSpan, in: scene)
    let all = [recent, whole].compactMap { fit($0, sways: false, in: scene, others: others) }
    for fresh in all {
      guard fresh.isBeside(spatialFilter),
        best.map({ fresh.isSteadier(than: $0, by: 0.7, in: scene, frames: recent) }) ?? true
      else { continue }
      best = fresh
    }
    // A change from sums to pixels or back needs a clear improvement: alternating between them would be worse than either.
    let isSameMeasure =
      best?.measure.tileMeasure == spatialFilter.measure.tileMeasure && best?.sways == spatialFilter.sways
    // A filter with far more light is that of an occluder.
    guard let best,
      best.measure.isBrightest || best.flux < Self.maximumFluxGrowth * max(spatialFilter.flux, fluxWhenFound),
      !spatialFilter.isMeasureKnown(in: scene) && best.follows(light.lit, in: scene, frames: recent)
        || best.isSteadier(
          than: spatialFilter, by: isSameMeasure && best.differs(from: spatialFilter) ? 1 : 0.7, in: scene,
          frames: recent)
    else { return best }
    adopt(best, in: scene, frames: recent)
    return best
  }

  /// Adopts the two levels that the filter has shown lately, if they differ from those of the tracker. If it shows no two
  /// levels, the last trusted filter is tried the same way: the light was lost to an occluder.
  private mutating func recoverLevels(in scene: Scene) {
    let frames = frames(since: Self.fitSpan, in: scene)
    if let seen = clearLevels(of: spatialFilter, in: scene, frames: frames) {
      let levels = tracker.levels
      let deviation = max(abs(seen.low - levels.dark), abs(seen.high - levels.bright))
      if deviation > 0.4 * (seen.high - seen.low) {
        adopt(spatialFilter, seen)
      } else {
        tracker.forgetNuisances()
        trustedFilter = (spatialFilter, levels)
      }
    } else if let trustedFilter, trustedFilter.spatialFilter.isMeasureKnown(in: scene),
      let seen = clearLevels(of: trustedFilter.spatialFilter, in: scene, frames: frames)
    {
      adopt(trustedFilter.spatialFilter, seen)
    }
  }

  /// The two levels that a spatial filter has shown lately; `nil` unless they are clear.
  private func clearLevels(of spatialFilter: SpatialFilter, in scene: Scene, frames: Range<Int>) -> TwoLevels?
  {
    guard let seen = spatialFilter.levels(in: scene, frames: frames),
      seen.unsteadiness < Self.maximumUnsteadiness,
      seen.changes >= Self.minimumChanges, 2 * seen.lastChange > frames.count
    else { return nil }
    let growth = (seen.high - seen.low) / spatialFilter.step
    return growth > Self.minimumStepRatio && growth < 2 ? seen : nil
  }

  /// Continues with a spatial filter and the levels that it shows, on the scale of the trusted levels, which the decoder knows.
  private mutating func adopt(_ spatialFilter: SpatialFilter, _ seen: TwoLevels) {
    light.spatialFilter = spatialFilter
    let reported =
      trustedFilter?.levels ?? KeyTracker.Levels(dark: seen.low, step: seen.high - seen.low, noise: 0)
    light.spatialFilter.rescale(dark: seen.low, bright: seen.high, to: reported.dark, reported.bright)
    tracker.rebase(
      dark: reported.dark, bright: reported.bright, noise: reported.step * seen.unsteadiness.squareRoot())
  }

  /// The largest ``TwoLevels/unsteadiness`` of levels that are adopted, and the fewest changes between them. One change must be
  /// recent: otherwise one of the levels may come from an earlier state of the scene.
  private static let maximumUnsteadiness = 0.02
  private static let minimumChanges = 4
  /// The least ratio of the new step to the old one. The step is smaller before a bright background, where pixels cannot become
  /// much brighter.
  private static let minimumStepRatio = 0.3

  func frames(since seconds: Double, in scene: Scene) -> Range<Int> {
    scene.history.firstFrame(since: scene.time - max(seconds, Self.fitDots * unit))..<scene.history.end
  }

  mutating func fit(
    _ frames: Range<Int>, sways: Bool, in scene: Scene, others: [SpatialFilter]
  ) -> SpatialFilter? {
    let shape = scene.shape
    let box =
      sways
      ? shape.box(around: shape.tile(containing: spatialFilter.place), margin: HandSway.reach)
      : spatialFilter.box(margin: 2, in: shape)
    var task = SpatialFilterFit.Task(
      frames: frames, recent: self.frames(since: Self.fitSpan, in: scene).clamped(to: frames),
      lit: light.lit, seed: nil, columns: box.columns, rows: box.rows,
      lastAllowedMotion: spatialFilter.allowsMotion, mayRest: spatialFilter.sways, others: others)
    guard sways else { return fitter.fit(task, in: scene) }
    // A torch at an earlier place of this lamp may be the lamp itself.
    task.others = []
    if let alone = fitSway(task, in: scene) { return alone }
    task.others = others.filter { $0.columns.overlaps(box.columns) && $0.rows.overlaps(box.rows) }
    return task.others.isEmpty ? nil : fitSway(task, in: scene)
  }

  /// Fits a lamp that sways, by the pixel that shows it most clearly.
  private mutating func fitSway(_ task: SpatialFilterFit.Task, in scene: Scene) -> SpatialFilter? {
    var task = task
    var clearest: (filter: SpatialFilter, spread: Double)?
    for measure in spatialFilter.sways ? [spatialFilter.measure.tileMeasure] : [.brightest, .difference] {
      task.sway = measure
      guard let filter = fitter.fit(task, in: scene),
        let spread = filter.levels(in: scene, frames: task.frames)?.spread,
        spread < clearest?.spread ?? .infinity
      else { continue }
      clearest = (filter, spread)
    }
    return clearest?.filter
  }

  /// Adopts a new spatial filter, rescaled so that dark and bright read the same as before. The latest frames decide, because
  /// the levels of a moving light have changed since the first frames of the fit.
  private mutating func adopt(_ fresh: SpatialFilter, in scene: Scene, frames: Range<Int>) {
    var dark = (old: Mean(limit: 20), new: Mean(limit: 20))
    var bright = (old: Mean(limit: 8), new: Mean(limit: 8))
    for frame in frames.reversed() where scene.history[frame].isInformative {
      guard let share = light.lit[frame], share == 0 || share == 1 else { continue }
      let old = spatialFilter.level(ofFrame: frame, in: scene.history)
      let new = fresh.level(ofFrame: frame, in: scene.history)
      if share == 0 {
        dark.old.add(old)
        dark.new.add(new)
      } else {
        bright.old.add(old)
        bright.new.add(new)
      }
    }
    guard let darkOld = dark.old.value, let darkNew = dark.new.value, let brightOld = bright.old.value,
      let brightNew = bright.new.value, brightNew - darkNew > 0.2 * fresh.step,
      brightOld - darkOld > 0.2 * spatialFilter.step
    else { return }
    light.spatialFilter = fresh
    light.spatialFilter.rescale(dark: darkNew, bright: brightNew, to: darkOld, brightOld)
    let noise = light.spatialFilter.noise(beside: light.lit, in: scene, frames: frames)
    tracker.expect(darkNoise: noise.dark, brightNoise: noise.lit)
  }
}

/// The mean of the first `limit` values added.
private struct Mean {
  let limit: Double
  private var sum = 0.0
  private var count = 0.0

  init(limit: Double) { self.limit = limit }

  mutating func add(_ value: Double) {
    guard count < limit else { return }
    sum += value
    count += 1
  }

  var value: Double? { count > 0 ? sum / count : nil }
}
