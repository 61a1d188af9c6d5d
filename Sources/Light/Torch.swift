import Glibc

/// A light that is being read: its lane, from the tiles that carry it to its samples and edges.
struct Torch {
  let id: TorchID
  private(set) var light: KnownLight
  private(set) var tracker: KeyTracker
  private(set) var level = 100.0
  /// The start of the last frame told; frames up to it are not told again.
  private(set) var toldUntil: Double
  /// The share of its tiles' pixels that are clipped in the frame to be read.
  var clipped = 0.0
  /// How much brighter than its surroundings the torch's brightest pixel is, in levels of luma.
  private var contrast = 0.0
  private var fitter = FootprintFit()
  private var nextFit: Double
  private var faults = 0
  /// The last frame seen, for what is still pending when a recording ends.
  private var lastFrameEnd = 0.0

  /// Seconds between two looks at where the light falls.
  private static let fitInterval = 0.5
  /// Seconds of frames that a new footprint rests on, or sixteen dots where those are longer; half of it where the light
  /// wanes, for then it may be moving out of its tiles.
  private static let fitSpan = 2.0
  private static let longFitSpan = 6.0
  /// How much more light a new footprint may show than the one before.
  private static let mostGrowth = 1.5
  /// In a shaken picture: how the tiles follow the shift stays as it is, and takes long to see.
  private static let shakenFitSpan = 20.0
  /// A light that is seen by its brightest pixel may have come from farther away.
  private static let brightestSpan = 6.0
  /// Seconds told from before the first mark, for what the dark level is.
  private static let leadIn = 2.0

  /// - Parameter capacity: Frames that the scene's history keeps.
  init(
    _ id: TorchID, _ sighting: TorchFinder.Sighting, at time: Double, capacity: Int, toldUntil: Double
  ) {
    self.id = id
    light = KnownLight(
      footprint: sighting.light.footprint, lit: LitShares(capacity: capacity))
    tracker = KeyTracker(startingOver: sighting.tracker)
    self.toldUntil = toldUntil
    // Torches found together are not fitted in the same frame.
    nextFit = time + Self.fitInterval * Double(id.index % 16) / 16
  }

  var footprint: Footprint { light.footprint }

  /// The light as the finder must know it.
  func known(at time: Double) -> KnownLight {
    var light = light
    light.isActive = !isSilent(at: time)
    return light
  }
  var radius: Double { max(1, footprint.radius(contrast: contrast > 0 ? contrast : 200)) }

  /// Whether the torch has been off for so long that its message is over.
  func isOver(at time: Double) -> Bool { isSilent(at: time, for: 30, units: 60) }

  /// Length of a dot, as told or as seen, in seconds.
  var unit: Double { tracker.unit ?? tracker.statistics.likelyUnit ?? 0 }

  /// Whether no edge came for `seconds` and for `units` dots.
  func isSilent(at time: Double, for seconds: Double, units: Double) -> Bool {
    guard let lastTurn = tracker.lastTurn else { return true }
    return time - lastTurn > max(seconds, units * unit)
  }

  /// Whether no edge came for so long that the light may be elsewhere by now, or at other levels.
  func isSilent(at time: Double) -> Bool { isSilent(at: time, for: 4, units: 20) }

  /// Whether a light that was just seen may be this one.
  func isBeside(_ sighting: TorchFinder.Sighting) -> Bool { footprint.isBeside(sighting.light.footprint) }

  var contrastToNoise: Double { tracker.levels.step / tracker.levels.noise }

  /// Three judgements in a row found no two levels, no lengths of keying, or mere blinking.
  var isImplausible: Bool { faults >= 3 }

  mutating func set(unit: Double?) { tracker.unit = unit }
  mutating func set(manualStep: Double?) { tracker.manualStep = manualStep }

  /// The number of the first frame to tell when this torch is found late: two seconds before the first mark in the history,
  /// or, where silence has parted two messages, of the last one.
  func firstFrame(in history: GridHistory, frameTime: Double) -> (frame: Int, mark: Double)? {
    var scout = KeyTracker(startingOver: tracker)
    var mark: Double?
    for frame in history.indices where history[frame].isInformative && history[frame].start > toldUntil {
      let moment = history[frame]
      if footprint.isBlind(at: moment) { continue }
      let level = footprint.level(ofFrame: frame, in: history)
      let silence = moment.start - (scout.lastTurn ?? moment.start)
      if mark != nil, !scout.isOn, silence > max(30, 60 * (scout.unit ?? scout.statistics.likelyUnit ?? 0)) {
        mark = nil
      }
      if case .turned(true, _, let after) = scout.take(
        Reading(start: moment.start, exposure: exposure(of: moment, frameTime: frameTime), level: level))
      {
        mark = mark ?? after.start
      }
    }
    return mark.map { (history.firstFrame(since: $0 - Self.leadIn), $0) }
  }

  private func exposure(of moment: GridHistory.Moment, frameTime: Double) -> Double {
    min(frameTime, moment.exposure ?? tracker.exposure.openShare * frameTime)
  }

  /// Reads frame number `frame`.
  mutating func read(_ frame: Int, of history: GridHistory, frameTime: Double, report: (LightEvent) -> Void) {
    let moment = history[frame]
    guard moment.start > toldUntil else { return }
    toldUntil = moment.start
    let exposure = exposure(of: moment, frameTime: frameTime)
    lastFrameEnd = moment.start + exposure
    let isSeen = moment.isInformative && !footprint.isBlind(at: moment)
    if isSeen {
      level = footprint.level(ofFrame: frame, in: history)
    }
    let reading = Reading(start: moment.start, exposure: exposure, level: level)
    report(
      .sample(
        LightSample(
          torch: id, start: moment.start, exposure: exposure, level: level, noise: tracker.noise(at: level),
          isInformative: isSeen && !tracker.isPassing(reading), clipped: clipped)))
    guard isSeen else {
      light.lit.forget(frame)
      return
    }
    let outcome = tracker.take(reading)
    switch outcome {
    case .nothing: break
    case .turned(let on, let before, let after):
      // An edge lies on average at 0.58 (1 over the root of 3) of an exposure of doubtful length.
      let doubt = moment.exposure == nil ? 0.58 * tracker.exposure.uncertainty * frameTime : 0
      tell(on, between: before, and: after, shutterDoubt: doubt, report)
    case .sceneChanged:
      report(.edge(LightEdge(torch: id, isOn: false, time: moment.start, uncertainty: frameTime)))
    }
    light.lit.note(frame, level: level, outcome: outcome, of: tracker, in: history)
  }

  private func tell(
    _ isOn: Bool, between before: Reading, and after: Reading, shutterDoubt: Double,
    _ report: (LightEvent) -> Void
  ) {
    guard before.start < after.start else {
      // Lit when the source began: the mark is at least this long.
      report(.edge(LightEdge(torch: id, isOn: isOn, time: after.start, uncertainty: after.exposure)))
      return
    }
    let levels = tracker.levels
    let timing = EdgeTiming(
      before: before, after: after, dark: levels.dark, step: levels.step, isOn: isOn,
      noise: levels.noise / levels.step)
    report(
      .edge(
        LightEdge(
          torch: id, isOn: isOn, time: timing.time, uncertainty: hypot(timing.uncertainty, shutterDoubt))))
  }

  /// What is still pending at the end: a mark that never ended ends with the last frame.
  func finish(report: (LightEvent) -> Void) {
    guard tracker.isOn else { return }
    report(.edge(LightEdge(torch: id, isOn: false, time: lastFrameEnd, uncertainty: 0.05)))
  }

  mutating func interrupt() { tracker.interrupt() }

  /// Sees how far the brightest pixel stands out while the torch is on: a small lamp's radius follows from it.
  mutating func see(brightest: Int) {
    guard tracker.isOn, tracker.share(of: level) > 0.8 else { return }
    let dark = footprint.carriers[0].dark / 256
    let seen = max(1, Double(brightest) - dark)
    contrast = contrast > 0 ? contrast + 0.1 * (seen - contrast) : seen
  }

  /// Judges from time to time whether the light still signals.
  mutating func examine() {
    guard tracker.statistics.edges >= 12 else { return }
    let statistics = tracker.statistics
    let isKeyed =
      statistics.hasTwoLevels(noise: 1 / contrastToNoise) && statistics.hasPlausibleLengths
      && !statistics.isStrictlyPeriodic
    faults = isKeyed ? 0 : faults + 1
    tracker.startStatistics()
  }

  func isFitDue(at time: Double) -> Bool { time >= nextFit }

  /// Looks again where the light falls.
  mutating func refit(in scene: Scene, others: [Footprint]) {
    let isWaning = tracker.levels.step < 0.8 * footprint.step
    nextFit = scene.time + Self.fitInterval / (isWaning ? 2 : 1)
    if scene.isShaken {
      refitShaken(in: scene, others: others)
      return
    }
    recover(in: scene)
    let recent = frames(since: Self.fitSpan / (isWaning ? 2 : 1), in: scene)
    // A light that stands still is seen best over long, one that wanders where it is now.
    var best: Footprint?
    for frames in [recent, frames(since: Self.longFitSpan, in: scene)] {
      guard let fresh = fit(frames, in: scene, others: others), fresh.isBeside(footprint),
        best.map({ fresh.isSteadier(than: $0, by: 0.7, in: scene, frames: recent) }) ?? true
      else { continue }
      best = fresh
    }
    // One that shows far more light is somebody's who walks by.
    guard let best, best.measure.isBrightest || best.flux < Self.mostGrowth * footprint.flux,
      best.isSteadier(
        than: footprint, by: best.isElsewhere(than: footprint) ? 1 : 0.7, in: scene, frames: recent)
    else { return }
    adopt(best, in: scene, frames: recent)
  }

  /// Follows the two levels that the light has kept to lately, where those that it is followed by are others: it was lost to
  /// somebody who walked by.
  private mutating func recover(in scene: Scene) {
    let frames = frames(since: Self.fitSpan, in: scene)
    guard let seen = footprint.levels(in: scene, frames: frames), seen.unsteadiness < Self.clear,
      seen.changes >= Self.fewestChanges, 2 * seen.lastChange > frames.count
    else { return }
    let step = seen.high - seen.low
    let levels = tracker.levels
    guard step > 0.5 * footprint.step, step < 2 * footprint.step,
      max(abs(seen.low - levels.dark), abs(seen.high - levels.bright)) > 0.4 * step
    else { return }
    tracker.rebase(dark: seen.low, bright: seen.high, noise: step * seen.unsteadiness.squareRoot())
  }

  /// How well levels keep to two values that are believed, and how often they must have changed, lately too: one of them may
  /// be how the scene was before.
  private static let clear = 0.02
  private static let fewestChanges = 4

  private func frames(since seconds: Double, in scene: Scene) -> Range<Int> {
    scene.history.firstFrame(since: scene.time - max(seconds, 16 * unit))..<scene.history.end
  }

  private mutating func fit(
    _ frames: Range<Int>, in scene: Scene, mayBeBrightest: Bool = true, others: [Footprint]
  ) -> Footprint? {
    let box = footprint.box(margin: 2, in: scene.shape)
    return fitter.fit(
      FootprintFit.Task(
        frames: frames, recent: self.frames(since: Self.fitSpan, in: scene).clamped(to: frames),
        lit: light.lit, seed: nil, columns: box.columns, rows: box.rows,
        wandersLikely: footprint.wanders, mayBeBrightest: mayBeBrightest, others: others),
      in: scene)
  }

  /// In a shaken picture a footprint that has seen more tells better when the light shone, and that makes a better
  /// footprint.
  ///
  /// - Returns: What the light did over the frames, as the last footprint shows it.
  @discardableResult
  mutating func refitShaken(
    in scene: Scene, mayBeBrightest: Bool = true, others: [Footprint]
  ) -> KeyTracker {
    let frames = frames(
      since: footprint.measure.isBrightest ? Self.brightestSpan : Self.shakenFitSpan, in: scene)
    var scout = KeyTracker(startingOver: tracker)
    for frame in frames {
      let moment = scene.history[frame]
      guard moment.isInformative, !footprint.isBlind(at: moment) else {
        light.lit.forget(frame)
        continue
      }
      let level = footprint.level(ofFrame: frame, in: scene.history)
      let outcome = scout.take(
        Reading(start: moment.start, exposure: exposure(of: moment, frameTime: scene.frameTime), level: level)
      )
      light.lit.note(frame, level: level, outcome: outcome, of: scout, in: scene.history)
    }
    let fresh = fit(frames, in: scene, mayBeBrightest: mayBeBrightest, others: others)
    if let fresh, fresh.isBeside(footprint) {
      adoptShaken(fresh, in: scene)
    }
    return scout
  }

  /// Looks again, a few times, at what was found in a shaken picture.
  ///
  /// - Returns: Whether it still seems to signal.
  mutating func settle(in scene: Scene, others: [Footprint], demand: TorchFinder.Demand) -> Bool {
    for _ in 0..<Self.looks {
      refitShaken(in: scene, mayBeBrightest: scene.isTurning, others: others)
    }
    let seen = refitShaken(in: scene, mayBeBrightest: scene.isTurning, others: others)
    return demand.isMet(by: seen, noise: footprint.expectedNoise)
      && (demand == .anything || seen.statistics.marks >= Self.fewestMarks)
  }

  /// How often a light in a shaken picture is looked at once it was found, and the marks it must have shown: of fewer, one
  /// that the shake made or hid would make blinking look like keying.
  private static let looks = 2
  private static let fewestMarks = 5

  /// Takes over a footprint of a shaken picture. It has seen more than the last one, whose levels strayed where the picture
  /// came to lie anew: the scale is that of the fits, and the tracker begins with the levels of the last seconds on it.
  private mutating func adoptShaken(_ fresh: Footprint, in scene: Scene) {
    var fresh = fresh
    fresh.rescale(dark: 100, bright: 100 + fresh.step, to: 100, 100 + footprint.step)
    var dark = Mean(limit: 20)
    var bright = Mean(limit: 20)
    for frame in frames(since: Self.fitSpan, in: scene).reversed() where scene.history[frame].isInformative {
      guard let share = light.lit[frame], share == 0 || share == 1 else { continue }
      let level = fresh.level(ofFrame: frame, in: scene.history)
      if share == 0 { dark.add(level) } else { bright.add(level) }
    }
    tracker.rescaleNoise(by: fresh.expectedNoise / footprint.expectedNoise)
    light.footprint = fresh
    let base = dark.value ?? 100
    let top = bright.value ?? base + fresh.step
    if top - base > 0.5 * fresh.step { tracker.rebase(dark: base, bright: top) }
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
    let noise = footprint.expectedNoise
    light.footprint = fresh
    light.footprint.rescale(dark: darkNew, bright: brightNew, to: darkOld, brightOld)
    tracker.rescaleNoise(by: light.footprint.expectedNoise / noise)
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
