import Frames
import Glibc

/// A light that is being read: its lane, from the tiles that carry it to its samples and edges.
struct Torch {
  let id: TorchID
  var light: KnownLight
  var tracker: KeyTracker
  private(set) var level = 100.0
  /// The start of the last frame told; frames up to it are not told again.
  private(set) var toldUntil: Double
  /// The share of its tiles' pixels that are clipped in the frame to be read.
  var clipped = 0.0
  /// How much brighter than its surroundings the torch's brightest pixel is, in levels of luma.
  private var contrast = 0.0
  var peak = Peak()
  var motion = Motion()
  var fitter = FootprintFit()
  var schedule: FitSchedule
  /// How much light it was found by: see ``Footprint/flux``.
  let fluxFound: Double
  /// The last footprint that showed two clear levels, and these.
  var proven: (footprint: Footprint, levels: KeyTracker.Levels)?
  /// When it may be asked again whether it is something that passes, in seconds.
  var nextPassingCheck = -Double.infinity
  private var faults = 0
  /// The last frame seen, for what is still pending when a recording ends.
  private var lastFrameEnd = 0.0

  /// Seconds told from before the first mark, for what the dark level is.
  private static let leadIn = 2.0

  /// - Parameter capacity: Frames that the scene's history keeps.
  init(
    _ id: TorchID, _ sighting: Sighting, at time: Double, capacity: Int, toldUntil: Double
  ) {
    self.id = id
    light = KnownLight(
      footprint: sighting.light.footprint, lit: LitShares(capacity: capacity))
    tracker = KeyTracker(startingOver: sighting.tracker)
    self.toldUntil = toldUntil
    fluxFound = sighting.light.footprint.flux
    // Torches found together are not fitted in the same frame.
    schedule = FitSchedule(time: time, turn: Double(id.index % 16) / 16)
  }

  var footprint: Footprint { light.footprint }

  /// Where it fell in a frame, as far as it is known to have moved.
  func footprint(ofFrame frame: Int) -> Footprint { motion.footprint(ofFrame: frame) ?? footprint }

  /// The light as the finder must know it.
  func known(at time: Double) -> KnownLight {
    var light = light
    light.isActive = !isSilent(at: time)
    if motion.isFollowed { light.path = motion.pursuit?.filter.detections.map(\.place) ?? [] }
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
  func isBeside(_ sighting: Sighting) -> Bool { footprint.isBeside(sighting.light.footprint) }

  var contrastToNoise: Double { tracker.levels.step / tracker.levels.noise }

  /// Three judgements in a row found no two levels, no lengths of keying, or mere blinking.
  var isImplausible: Bool { faults >= 3 }

  /// Frames are counted from 0 again, and times may lie before those that were told.
  mutating func beginAnew() {
    light.lit.forgetAll()
    tracker = KeyTracker(startingOver: tracker)
    peak = Peak()
    motion = Motion()
    toldUntil = -.infinity
  }

  mutating func set(unit: Double?) { tracker.unit = unit }
  mutating func set(manualStep: Double?) { tracker.manualStep = manualStep }

  /// The number of the first frame to tell when this torch is found late: two seconds before the first mark in the history,
  /// or, where silence has parted two messages, of the last one; when that mark began; and whether the light only blinks in
  /// all that is kept. From then on it is known when it shone.
  mutating func firstFrame(
    in history: GridHistory, frameTime: Double
  ) -> (frame: Int, mark: Double, blinks: Bool)? {
    var scout = KeyTracker(startingOver: tracker)
    var mark: Double?
    for frame in history.indices where history[frame].isInformative && history[frame].start > toldUntil {
      let moment = history[frame]
      light.footprint = footprint(ofFrame: frame)
      if footprint.isBlind(at: moment) { continue }
      let level = footprint.level(ofFrame: frame, in: history)
      let silence = moment.start - (scout.lastTurn ?? moment.start)
      if mark != nil, !scout.isOn, silence > max(30, 60 * (scout.unit ?? scout.statistics.likelyUnit ?? 0)) {
        mark = nil
      }
      let outcome = scout.take(
        Reading(start: moment.start, exposure: exposure(of: moment, frameTime: frameTime), level: level))
      light.lit.note(frame, level: level, outcome: outcome, of: scout, in: history)
      if case .turned(true, _, let after) = outcome { mark = mark ?? after.start }
    }
    let blinks = scout.statistics.marks >= Self.tellingMarks && scout.statistics.isPeriodic
    return mark.map { (history.firstFrame(since: $0 - Self.leadIn), $0, blinks) }
  }

  /// Forgets that it seemed dark in these frames, before its first mark: one that moves was elsewhere then, and may have shone.
  mutating func forget(_ frames: Range<Int>) {
    for frame in frames { light.lit.forget(frame) }
  }

  /// Marks by which a light has shown whether it only blinks.
  private static let tellingMarks = 12

  func exposure(of moment: GridHistory.Moment, frameTime: Double) -> Double {
    min(frameTime, moment.exposure ?? tracker.exposure.openShare * frameTime)
  }

  /// Reads frame number `frame`.
  mutating func read(_ frame: Int, in scene: Scene, report: (LightEvent) -> Void) {
    let (history, frameTime) = (scene.history, scene.frameTime)
    let moment = history[frame]
    guard moment.start > toldUntil else { return }
    toldUntil = moment.start
    let exposure = exposure(of: moment, frameTime: frameTime)
    lastFrameEnd = moment.start + exposure
    go(toFrame: frame, in: scene)
    let isSeen = moment.isInformative && !footprint.isBlind(at: moment)
    var finding = Peak.Finding.agrees
    if isSeen {
      level = footprint.level(ofFrame: frame, in: history)
      finding = lookAtPeak(ofFrame: frame, in: scene)
    }
    var reading = Reading(start: moment.start, exposure: exposure, level: level)
    var noise = tracker.noise(at: level)
    if case .shows(let share, let doubt) = finding {
      reading.level = tracker.levels.dark + share * tracker.levels.step
      reading.isInferred = true
      level = reading.level
      noise = doubt * tracker.levels.step
    }
    report(
      .sample(
        LightSample(
          torch: id, start: moment.start, exposure: exposure, level: level, noise: noise,
          isInformative: isSeen && !tracker.isPassing(reading), clipped: clipped)))
    guard isSeen else {
      light.lit.forget(frame)
      return
    }
    let step = tracker.levels.step
    let outcome = tracker.take(reading)
    // Fainter at once: so is its brightest pixel.
    if tracker.levels.step < Self.fainter * step { peak = Peak() }
    switch outcome {
    case .nothing: break
    case .turned(let on, let before, let after):
      // An edge lies on average at 0.58 (1 over the root of 3) of an exposure of doubtful length.
      let doubt = moment.exposure == nil ? 0.58 * tracker.exposure.uncertainty * frameTime : 0
      tell(on, between: before, and: after, shutterDoubt: doubt, report)
    case .sceneChanged:
      peak = Peak()
      report(.edge(LightEdge(torch: id, isOn: false, time: moment.start, uncertainty: frameTime)))
    }
    light.lit.note(frame, level: level, outcome: outcome, of: tracker, in: history)
    if peak.isCovered || finding != .agrees {
      light.lit.forget(frame)
    } else if light.lit[frame] != nil {
      learnPeak(ofFrame: frame, in: history)
      if !tracker.isDisturbed, !peak.isInDoubt { learnMotion(ofFrame: frame, in: scene) }
    }
  }

  /// Compares its brightest pixel with its level.
  private mutating func lookAtPeak(ofFrame frame: Int, in scene: Scene) -> Peak.Finding {
    // Where it moves its brightest pixel is in other tiles by now.
    guard !footprint.measure.isBrightest, !motion.isFollowed else { return .agrees }
    let footprint = footprint
    return peak.look(
      at: footprint.brightest(ofFrame: frame, in: scene.history),
      around: { footprint.brightestAround(ofFrame: frame, in: scene) }, beside: tracker.share(of: level),
      noise: tracker.levels.noise / tracker.levels.step, time: scene.history[frame].start, unit: unit)
  }

  private mutating func learnPeak(ofFrame frame: Int, in history: GridHistory) {
    guard !motion.isFollowed, abs(tracker.share(of: level) - (tracker.isOn ? 1 : 0)) < Self.clearly else {
      return
    }
    peak.learn(
      footprint.brightest(ofFrame: frame, in: history), isLit: tracker.isOn, at: history[frame].start)
  }

  /// The share of its step to which a light must have sunk from one frame to the next to be another one.
  private static let fainter = 0.7

  /// By what share of its step a light's level may stray from dark or bright in a frame wholly dark or lit.
  private static let clearly = 0.2

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

  /// What is still pending at the end: a mark that never ended ends with the last frame. Frames may come again all the same,
  /// from a camera that was lost.
  mutating func finish(report: (LightEvent) -> Void) {
    guard tracker.isOn else { return }
    report(.edge(LightEdge(torch: id, isOn: false, time: lastFrameEnd, uncertainty: 0.05)))
    tracker.conclude()
  }

  mutating func interrupt() { tracker.interrupt() }

  /// Sees how far the brightest pixel stands out while the torch is on: a small lamp's radius follows from it.
  mutating func see(brightest: Int) {
    guard tracker.isOn, tracker.share(of: level) > 0.8 else { return }
    let dark = footprint.carriers[0].dark / 256
    let seen = max(1, Double(brightest) - dark)
    contrast = contrast > 0 ? contrast + 0.1 * (seen - contrast) : seen
  }

  /// A judgement may see nothing but the dashes of figures, and little dark between them.
  private static let mostLit = 0.92

  /// Judges from time to time whether the light still signals.
  ///
  /// - Returns: Whether it has done so now.
  mutating func examine() -> Bool {
    guard tracker.statistics.edges >= 12 else { return false }
    let statistics = tracker.statistics
    let isKeyed =
      statistics.hasTwoLevels(noise: 1 / contrastToNoise)
      && statistics.hasPlausibleLengths(mostLit: Self.mostLit)
      && !statistics.isStrictlyPeriodic
    faults = isKeyed ? 0 : faults + 1
    tracker.startStatistics()
    return true
  }
}
