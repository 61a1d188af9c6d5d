import Frames
import Glibc

/// A light that is being read. It measures the light in its tiles, and reports samples and edges.
struct Torch {
  let id: TorchID
  var light: KnownLight
  var tracker: KeyTracker
  private(set) var level = 100.0
  /// The start of the last frame reported; frames up to it are not reported again.
  private(set) var reportedUntil: Double
  /// The share of the pixels in its tiles that are clipped in the frame to be read.
  var clipped = 0.0
  /// How much brighter the torch's brightest pixel is than the mean of its strongest tile in the dark, in levels of luma.
  private var contrast = 0.0
  var peak = Peak()
  var motion = Motion()
  var fitter = SpatialFilterFit()
  var schedule: FitSchedule
  /// When the torches that it continues were lit.
  private var litBefore: LitShares?
  /// Its spatial filter when it was found, after those of the torches that it continues; and those before the grid moved.
  /// Only their places are used: their tiles are of earlier grids.
  private var earlierFilters: [SpatialFilter]
  /// The spatial filter at the torch's place in the present scene, if it departed in an earlier one and that place is known. Its
  /// tiles are of the earlier scene, and are not used.
  private var filterInPresentScene: SpatialFilter?
  /// Whether its place in the present scene is known.
  private var isPlaceKnown = true
  /// ``SpatialFilter/flux`` when the torch was found.
  let fluxWhenFound: Double
  /// Whether its spatial filter has tiles of the grid. Only its place is known otherwise.
  private(set) var isInGrid = true
  /// The last spatial filter that showed two clear levels, and these levels.
  var trustedFilter: (spatialFilter: SpatialFilter, levels: KeyTracker.Levels)?
  /// The time of the next check whether it is a passing object, in seconds.
  var nextPassingCheck = -Double.infinity
  /// The time of its first mark, in seconds; `nil` if its channel began before it was found.
  private(set) var firstMark: Double?
  /// Whether it was measured badly until now, so that it is to be read once more.
  var needsRereading = false
  private var failedExaminations = 0
  /// The end of the last frame's exposure, in seconds: a mark that has not ended ends there.
  private var lastFrameEnd = 0.0

  /// Seconds before the first mark that are reported too: they show the dark level.
  private static let leadIn = 2.0

  /// - Parameters:
  ///   - capacity: Frames that the scene's history keeps.
  ///   - last: The torch that it was before, silent or departed. Its scale continues, because the decoder knows its levels.
  init(
    _ id: TorchID, _ detection: Detection, at time: Double, capacity: Int, continuing last: Torch?
  ) {
    self.id = id
    light = KnownLight(
      spatialFilter: detection.light.spatialFilter, lit: LitShares(capacity: capacity))
    tracker = KeyTracker(startingOver: detection.tracker)
    reportedUntil = last?.reportedUntil ?? -.infinity
    litBefore = last?.combinedLitShares
    earlierFilters =
      (last?.earlierFilters ?? []).suffix(Self.placesKept - 1) + [detection.light.spatialFilter]
    fluxWhenFound = detection.light.spatialFilter.flux
    // Torches found together are not fitted in the same frame.
    schedule = FitSchedule(time: time, phase: Double(id.index % 16) / 16)
    if let last { continueScale(of: last) }
  }

  var spatialFilter: SpatialFilter { light.spatialFilter }

  /// When it or a torch that it continues was lit.
  var combinedLitShares: LitShares {
    litBefore.map { LitShares(ofAny: [$0, light.lit]) } ?? light.lit
  }

  /// The most places at which a torch that comes back is recognized.
  private static let placesKept = 8

  /// All frames of the history may be reported again.
  mutating func forgetReports() { reportedUntil = -.infinity }

  /// The spatial filter for an earlier frame. It differs from the present one if the light is known to have moved.
  func spatialFilter(ofFrame frame: Int) -> SpatialFilter {
    motion.spatialFilter(ofFrame: frame) ?? spatialFilter
  }

  /// The light for the finder, which must not find it again.
  func known(at time: Double) -> KnownLight {
    var light = light
    light.isActive = !isSilent(at: time)
    if motion.isTracked { light.path = motion.track?.filter.detections.map(\.place) ?? [] }
    return light
  }

  /// The radius of a disc of the same light, in pixels. Without a measured contrast, 200 levels are assumed.
  var radius: Double { max(1, spatialFilter.radius(contrast: contrast > 0 ? contrast : 200)) }

  /// See ``KeyTracker/estimatedUnit``.
  var unit: Double { tracker.estimatedUnit }

  /// Whether the last edge is so long ago that the light may have moved or changed its levels.
  func isSilent(at time: Double) -> Bool { tracker.isSilent(at: time, for: 4, units: 20) }

  /// Whether a detected light may be this one.
  func isBeside(_ detection: Detection) -> Bool {
    (filterInPresentScene ?? spatialFilter).isBeside(detection.light.spatialFilter)
  }

  /// Whether this torch departed in an earlier scene, and a detected light is at its known place in the present one.
  func isPlacedBeside(_ detection: Detection) -> Bool { filterInPresentScene != nil && isBeside(detection) }

  /// Whether a detected light is where this one was in the picture earlier, or one that it continues.
  func wasBeside(_ detection: Detection) -> Bool {
    (earlierFilters + [spatialFilter]).contains { $0.isBeside(detection.light.spatialFilter) }
  }

  var contrastToNoise: Double { tracker.levels.step / tracker.levels.noise }

  /// Whether three examinations in a row found no two levels, no plausible lengths, or only blinking.
  var isImplausible: Bool { failedExaminations >= 3 }

  private mutating func continueScale(of torch: Torch) {
    var levels = torch.tracker.levels
    levels.step = torch.tracker.lastSeenStep
    light.spatialFilter.rescale(
      dark: tracker.levels.dark, bright: tracker.levels.bright, to: levels.dark, levels.bright)
    tracker.rescale(to: levels)
  }

  /// Moves the grid. The present place counts as an earlier one: where the camera is carried about, its motion is not known
  /// exactly, and who films a lamp again often holds it where it was in the picture.
  mutating func move(_ move: GridMove) {
    filterInPresentScene?.place += move.displacement
    trustedFilter = trustedFilter.flatMap { trusted in
      trusted.spatialFilter.moved(by: move).map { ($0, trusted.levels) }
    }
    motion.move(move)
    guard isInGrid, let moved = spatialFilter.moved(by: move) else {
      isInGrid = false
      light.spatialFilter.place += move.displacement
      return
    }
    earlierFilters = Array((earlierFilters + [spatialFilter]).suffix(Self.placesKept))
    light.spatialFilter = moved
  }

  /// Computes the place of a departed torch in the next scene.
  ///
  /// - Parameter lastScene: The transform from the last scene; `nil` if it is unknown.
  mutating func enterNextScene(from lastScene: SceneTransform?, in shape: GridShape) {
    var moved = filterInPresentScene ?? spatialFilter
    if let lastScene, isPlaceKnown {
      moved.place = lastScene.applied(to: moved.place, width: shape.width, height: shape.height)
      isPlaceKnown = shape.isNear(moved.place)
    } else {
      isPlaceKnown = false
    }
    filterInPresentScene = isPlaceKnown ? moved : nil
  }

  /// Prepares for a new scene: frames are counted from 0 again.
  ///
  /// - Parameter isContinuous: Whether all its frames are later than those that were reported.
  mutating func restart(isContinuous: Bool) {
    light.lit.forgetAll()
    litBefore = nil
    tracker = KeyTracker(startingOver: tracker)
    peak = Peak()
    motion = Motion()
    guard !isContinuous else { return }
    (reportedUntil, filterInPresentScene, isPlaceKnown) = (-.infinity, nil, false)
  }

  /// Replays the history of a torch that was just found, and records when the light was lit. Returns the first frame to report,
  /// the time of the first mark, and whether the light only blinks. The first frame is two seconds before the first mark. If
  /// silence separates two messages, the first mark is that of the last message.
  mutating func findFirstMark(
    in history: GridHistory, frameTime: Double
  ) -> (frame: Int, mark: Double, blinks: Bool)? {
    var scout = KeyTracker(startingOver: tracker)
    var mark: Double?
    for frame in history.indices where history[frame].isInformative && history[frame].start > reportedUntil {
      let moment = history[frame]
      light.spatialFilter = spatialFilter(ofFrame: frame)
      if spatialFilter.isBlind(at: moment) || !motion.isKnown(atFrame: frame) { continue }
      let level = spatialFilter.level(ofFrame: frame, in: history)
      if mark != nil, !scout.isOn, scout.isMessageOver(at: moment.start) { mark = nil }
      let outcome = scout.take(
        Reading(start: moment.start, exposure: exposure(of: moment, frameTime: frameTime), level: level))
      light.lit.note(frame, level: level, outcome: outcome, of: scout, in: history)
      if case .turned(true, _, let after) = outcome { mark = mark ?? after.start }
    }
    firstMark = reportedUntil == -.infinity ? mark : nil
    let blinks = scout.statistics.marks >= Self.marksToJudgeBlinking && scout.statistics.isPeriodic
    return mark.map { (history.firstFrame(since: $0 - Self.leadIn), $0, blinks) }
  }

  /// Forgets that the light seemed dark in these frames before its first mark. A light that moves was in other tiles then, and
  /// may have been lit.
  mutating func forget(_ frames: Range<Int>) {
    for frame in frames { light.lit.forget(frame) }
  }

  /// Marks after which it is decided whether a light only blinks.
  private static let marksToJudgeBlinking = 12

  func exposure(of moment: GridHistory.Moment, frameTime: Double) -> Double {
    min(frameTime, moment.exposure ?? tracker.exposure.openShare * frameTime)
  }

  /// Reads frame number `frame`.
  mutating func read(_ frame: Int, in scene: Scene, report: (LightEvent) -> Void) {
    let (history, frameTime) = (scene.history, scene.frameTime)
    let moment = history[frame]
    guard moment.start > reportedUntil else { return }
    reportedUntil = moment.start
    let exposure = exposure(of: moment, frameTime: frameTime)
    lastFrameEnd = moment.start + exposure
    let isKnown = motion.isKnown(atFrame: frame)
    moveFilter(toFrame: frame, in: scene)
    let isSeen = isKnown && moment.isInformative && !spatialFilter.isBlind(at: moment)
    var comparison = Peak.Comparison.agrees
    if isSeen {
      level = spatialFilter.level(ofFrame: frame, in: history)
      comparison = measurePeak(ofFrame: frame, in: scene)
    }
    var reading = Reading(start: moment.start, exposure: exposure, level: level)
    var noise = tracker.noise(at: level)
    if case .shows(let share, let deviation) = comparison {
      reading.level = tracker.levels.dark + share * tracker.lastSeenStep
      reading.isInferred = true
      level = reading.level
      noise = deviation * tracker.lastSeenStep
    }
    report(
      .sample(
        LightSample(
          torch: id, start: moment.start, exposure: exposure, level: tracker.stabilized(level), noise: noise,
          isInformative: isSeen && !tracker.showsOccluder(reading), clipped: clipped)))
    guard isSeen else {
      light.lit.forget(frame)
      return
    }
    let step = tracker.levels.step
    let outcome = tracker.take(reading)
    // If the light has become fainter at once, its brightest pixel has too.
    if tracker.levels.step < Self.suddenDimming * step { peak = Peak() }
    switch outcome {
    case .nothing: break
    case .turned(let on, let before, let after):
      // An error of the length of an exposure moves an edge by the share of the exposure at which the edge lies. Edges lie at
      // any share, so the root mean square is 0.58 (1 over the root of 3).
      let deviation = moment.exposure == nil ? 0.58 * tracker.exposure.uncertainty * frameTime : 0
      reportEdge(on, between: before, and: after, shutterDeviation: deviation, report)
    case .sceneChanged:
      peak = Peak()
      report(.edge(LightEdge(torch: id, isOn: false, time: moment.start, uncertainty: frameTime)))
    }
    light.lit.note(frame, level: level, outcome: outcome, of: tracker, in: history)
    if peak.hasChangedBackground || comparison != .agrees {
      light.lit.forget(frame)
    } else if light.lit[frame] != nil {
      learnPeak(ofFrame: frame, in: history)
      if !tracker.hasNuisance, !peak.isUncertain { learnMotion(ofFrame: frame, in: scene) }
    }
  }

  /// Compares its brightest pixel with its level.
  private mutating func measurePeak(ofFrame frame: Int, in scene: Scene) -> Peak.Comparison {
    // The brightest pixel of a light that moves is in other tiles by now.
    guard !spatialFilter.measure.isBrightest, !motion.isTracked else { return .agrees }
    let spatialFilter = spatialFilter
    // The step of the last mark: the lit pixel was learned then.
    let step = tracker.lastSeenStep
    return peak.measure(
      at: spatialFilter.brightest(ofFrame: frame, in: scene.history),
      around: { spatialFilter.brightestAround(ofFrame: frame, in: scene) },
      beside: (level - tracker.levels.dark) / step, noise: tracker.levels.noise / step,
      time: scene.history[frame].start, unit: unit)
  }

  private mutating func learnPeak(ofFrame frame: Int, in history: GridHistory) {
    guard !motion.isTracked, abs(tracker.share(of: level) - (tracker.isOn ? 1 : 0)) < Self.levelTolerance
    else {
      return
    }
    peak.learn(
      spatialFilter.brightest(ofFrame: frame, in: history), isLit: tracker.isOn, at: history[frame].start)
  }

  /// If a light falls below this share of its step from one frame to the next, its brightest pixel is learned again.
  private static let suddenDimming = 0.7

  /// How far a level may deviate from dark or bright in a frame that is wholly dark or lit, as a share of the step.
  private static let levelTolerance = 0.2

  private func reportEdge(
    _ isOn: Bool, between before: Reading, and after: Reading, shutterDeviation: Double,
    _ report: (LightEvent) -> Void
  ) {
    guard before.start < after.start else {
      // The light was lit in the first reading: the mark may have begun earlier.
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
          torch: id, isOn: isOn, time: timing.time, uncertainty: hypot(timing.uncertainty, shutterDeviation)))
    )
  }

  /// Ends a mark that has not ended with the last frame. More frames may follow, if a lost camera comes back.
  mutating func finish(report: (LightEvent) -> Void) {
    guard tracker.isOn else { return }
    report(.edge(LightEdge(torch: id, isOn: false, time: lastFrameEnd, uncertainty: 0.05)))
    tracker.conclude()
  }

  /// Measures how much brighter the brightest pixel is than the background while the torch is on. The radius of a small lamp
  /// follows from it.
  mutating func measureContrast(brightest: UInt8) {
    guard tracker.isOn, tracker.share(of: level) > 0.8 else { return }
    let dark = spatialFilter.carriers[0].dark / TileMeasure.levelOfLuma
    let seen = max(1, Double(brightest) - dark)
    contrast = contrast > 0 ? contrast + 0.1 * (seen - contrast) : seen
  }

  /// The largest share of the time that may be lit. An examination may cover only the dashes of figures, which leave little
  /// dark.
  private static let maximumLitShare = 0.92

  /// Examines after every 12 edges whether the light still signals.
  ///
  /// - Returns: Whether it was examined now.
  mutating func examine() -> Bool {
    guard tracker.statistics.edges >= 12 else { return false }
    let statistics = tracker.statistics
    let isKeyed =
      statistics.hasTwoLevels(noise: 1 / contrastToNoise)
      && statistics.hasPlausibleLengths(maximumLitShare: Self.maximumLitShare)
      && !statistics.isStrictlyPeriodic
    failedExaminations = isKeyed ? 0 : failedExaminations + 1
    tracker.startStatistics()
    return true
  }
}
