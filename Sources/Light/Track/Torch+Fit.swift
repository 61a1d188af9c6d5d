/// Where its light falls, looked at again and again.
extension Torch {
  /// Seconds of frames that a new footprint rests on, or sixteen dots where those are longer; half of it where the light
  /// wanes, for then it may be moving out of its tiles.
  private static let fitSpan = 2.0
  private static let longFitSpan = 6.0
  /// How much more light a new footprint may show than the one before or the first: one of these may have missed half of it.
  private static let mostGrowth = 1.5

  /// Looks again where the light falls, if there is cause to.
  mutating func refit(in scene: Scene, others: [Footprint]) {
    let isWaning = peak.isLeaving || tracker.levels.step < 0.8 * footprint.step
    schedule.check(at: scene.time, isWaning: isWaning)
    if !tracker.isDisturbed, !peak.isInDoubt { watch(in: scene, others: others) }
    if motion.isFollowed { return }
    let recent = frames(since: Self.fitSpan / (isWaning ? 2 : 1), in: scene)
    recover(in: scene)
    // What is seen now is not the light alone.
    if tracker.isDisturbed || peak.isInDoubt { return }
    let unsteadiness = footprint.unsteadiness(in: scene, frames: recent) ?? .infinity
    let step = tracker.levels.step
    guard schedule.isFitDue(at: scene.time, unsteadiness: unsteadiness, step: step) else { return }
    let last = footprint
    let fresh = fitAnew(recent, in: scene, others: others)
    schedule.fitted(
      at: scene.time, isStill: fresh.map { !$0.isElsewhere(than: last) } ?? false,
      unsteadiness: footprint.unsteadiness(in: scene, frames: recent) ?? .infinity,
      step: tracker.levels.step)
  }

  /// - Returns: Where the light was seen to fall, be it taken over or not.
  private mutating func fitAnew(_ recent: Range<Int>, in scene: Scene, others: [Footprint]) -> Footprint? {
    // A light that stands still is seen best over long, one that wanders where it is now.
    var best: Footprint?
    for frames in [recent, frames(since: Self.longFitSpan, in: scene)] {
      guard let fresh = fit(frames, in: scene, others: others), fresh.isBeside(footprint),
        best.map({ fresh.isSteadier(than: $0, by: 0.7, in: scene, frames: recent) }) ?? true
      else { continue }
      best = fresh
    }
    // Changing to and fro between sums and pixels would be worse than either.
    let isSameMeasure = best?.measure.ofTiles == footprint.measure.ofTiles
    // One that shows far more light is somebody's who walks by.
    guard let best, best.measure.isBrightest || best.flux < Self.mostGrowth * max(footprint.flux, fluxFound),
      best.isSteadier(
        than: footprint, by: isSameMeasure && best.isElsewhere(than: footprint) ? 1 : 0.7, in: scene,
        frames: recent)
    else { return best }
    adopt(best, in: scene, frames: recent)
    return best
  }

  /// Follows the two levels that the light has kept to lately, where those that it is followed by are others, and where it
  /// keeps to none, does so with the footprint that last showed two: it was lost to somebody who walked by.
  private mutating func recover(in scene: Scene) {
    let frames = frames(since: Self.fitSpan, in: scene)
    if let seen = clearLevels(of: footprint, in: scene, frames: frames) {
      let levels = tracker.levels
      let stray = max(abs(seen.low - levels.dark), abs(seen.high - levels.bright))
      if stray > 0.4 * (seen.high - seen.low) {
        follow(footprint, seen)
      } else {
        tracker.settle()
        proven = (footprint, levels)
      }
    } else if let proven, let seen = clearLevels(of: proven.footprint, in: scene, frames: frames) {
      follow(proven.footprint, seen)
    }
  }

  /// The two levels that a footprint has shown lately, if it surely has.
  private func clearLevels(of footprint: Footprint, in scene: Scene, frames: Range<Int>) -> TwoLevels? {
    guard let seen = footprint.levels(in: scene, frames: frames), seen.unsteadiness < Self.clear,
      seen.changes >= Self.fewestChanges, 2 * seen.lastChange > frames.count
    else { return nil }
    let growth = (seen.high - seen.low) / footprint.step
    return growth > Self.leastGrowth && growth < 2 ? seen : nil
  }

  /// Reads on by a footprint and the levels it shows: on the scale of the proven levels, for whoever reads the samples knows
  /// these.
  private mutating func follow(_ footprint: Footprint, _ seen: TwoLevels) {
    light.footprint = footprint
    let told = proven?.levels ?? KeyTracker.Levels(dark: seen.low, step: seen.high - seen.low, noise: 0)
    light.footprint.rescale(dark: seen.low, bright: seen.high, to: told.dark, told.bright)
    tracker.rebase(dark: told.dark, bright: told.bright, noise: told.step * seen.unsteadiness.squareRoot())
  }

  /// How well levels keep to two values that are believed, and how often they must have changed, lately too: one of them may
  /// be how the scene was before.
  private static let clear = 0.02
  private static let fewestChanges = 4
  /// The share of its step that a light shows before something bright, where its pixels cannot become much brighter.
  private static let leastGrowth = 0.3

  private func frames(since seconds: Double, in scene: Scene) -> Range<Int> {
    scene.history.firstFrame(since: scene.time - max(seconds, 16 * unit))..<scene.history.end
  }

  private mutating func fit(
    _ frames: Range<Int>, in scene: Scene, others: [Footprint]
  ) -> Footprint? {
    let box = footprint.box(margin: 2, in: scene.shape)
    return fitter.fit(
      FootprintFit.Task(
        frames: frames, recent: self.frames(since: Self.fitSpan, in: scene).clamped(to: frames),
        lit: light.lit, seed: nil, columns: box.columns, rows: box.rows,
        wandersLikely: footprint.wanders, others: others),
      in: scene)
  }

  /// Takes over a new footprint, on a scale on which dark and bright read what they did: those of the moment, for a moving
  /// light's have changed since the fit's first frames.
  private mutating func adopt(_ fresh: Footprint, in scene: Scene, frames: Range<Int>) {
    var dark = (old: Mean(limit: 20), new: Mean(limit: 20))
    var bright = (old: Mean(limit: 8), new: Mean(limit: 8))
    for frame in frames.reversed() where scene.history[frame].isInformative {
      guard let share = light.lit[frame], share == 0 || share == 1 else { continue }
      let old = footprint.level(ofFrame: frame, in: scene.history)
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
      brightOld - darkOld > 0.2 * footprint.step
    else { return }
    light.footprint = fresh
    light.footprint.rescale(dark: darkNew, bright: brightNew, to: darkOld, brightOld)
    let noise = light.footprint.noise(beside: light.lit, in: scene, frames: frames)
    tracker.expect(darkNoise: noise.dark, brightNoise: noise.lit)
  }
}

/// The mean of the first few values offered.
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
