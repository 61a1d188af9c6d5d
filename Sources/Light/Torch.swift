import Glibc

/// A light that is being read: its lane, from the tiles that carry it to its samples and edges.
struct Torch {
  let id: TorchID
  private(set) var footprint: Footprint
  private(set) var tracker: KeyTracker
  private(set) var level = 100.0
  /// The share of the step each frame showed, at its number modulo the history's capacity.
  private var lit: [Float]
  /// The start of the last frame told; frames up to it are not told again.
  private(set) var toldUntil: Double
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

  init(_ id: TorchID, _ sighting: TorchFinder.Sighting, capacity: Int, toldUntil: Double) {
    self.id = id
    footprint = sighting.footprint
    tracker = KeyTracker(startingOver: sighting.tracker)
    lit = Array(repeating: .nan, count: capacity)
    self.toldUntil = toldUntil
    nextFit = -.infinity
  }

  var radius: Double { max(1, footprint.radius(contrast: contrast > 0 ? contrast : 200)) }

  /// Whether the torch has been off for so long that its message is over.
  func isOver(at time: Double) -> Bool { isSilent(at: time, for: 30, units: 60) }

  /// Length of a dot, as told or as seen, in seconds.
  private var unit: Double { tracker.unit ?? tracker.statistics.likelyUnit ?? 0 }

  /// Whether no edge came for `seconds` and for `units` dots.
  func isSilent(at time: Double, for seconds: Double, units: Double) -> Bool {
    guard let lastTurn = tracker.lastTurn else { return true }
    return time - lastTurn > max(seconds, units * unit)
  }

  /// Three judgements in a row found no two levels, or no lengths of keying.
  var isImplausible: Bool { faults >= 3 }

  mutating func set(unit: Double?) { tracker.unit = unit }
  mutating func set(manualStep: Double?) { tracker.manualStep = manualStep }

  /// The number of the first frame to tell when this torch is found late: a second before the first mark in the history,
  /// or, where silence has parted two messages, of the last one.
  func firstFrame(in history: GridHistory, frameTime: Double) -> (frame: Int, mark: Double)? {
    var scout = KeyTracker(startingOver: tracker)
    var mark: Double?
    for frame in history.indices where history[frame].isInformative && history[frame].start > toldUntil {
      let moment = history[frame]
      let level = history.withSums(of: frame) { footprint.level(of: $0, ambient: moment.ambient) }
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
    return mark.map { (history.firstFrame(since: $0 - 1), $0) }
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
    if moment.isInformative {
      level = history.withSums(of: frame) { footprint.level(of: $0, ambient: moment.ambient) }
    }
    report(
      .sample(
        LightSample(
          torch: id, start: moment.start, exposure: exposure, level: level, noise: tracker.noise(at: level),
          isInformative: moment.isInformative)))
    guard moment.isInformative else {
      lit[frame % lit.count] = .nan
      return
    }
    switch tracker.take(Reading(start: moment.start, exposure: exposure, level: level)) {
    case .nothing: break
    case .turned(let on, let before, let after):
      // An edge lies on average at 0.58 (1 over the root of 3) of an exposure of doubtful length.
      let doubt = moment.exposure == nil ? 0.58 * tracker.exposure.uncertainty * frameTime : 0
      tell(on, between: before, and: after, shutterDoubt: doubt, report)
    case .sceneChanged:
      report(.edge(LightEdge(torch: id, isOn: false, time: moment.start, uncertainty: frameTime)))
    }
    lit[frame % lit.count] = Float(min(1, max(0, tracker.share(of: level))))
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
    let dark = footprint.tiles.first.map { $0.dark / 256 } ?? 0
    let seen = max(1, Double(brightest) - dark)
    contrast = contrast > 0 ? contrast + 0.1 * (seen - contrast) : seen
  }

  /// Judges from time to time whether the light still signals.
  mutating func examine() {
    guard tracker.statistics.edges >= 12 else { return }
    let statistics = tracker.statistics
    faults = statistics.hasTwoLevels && statistics.hasPlausibleLengths ? 0 : faults + 1
    tracker.startStatistics()
  }

  /// Looks again, twice a second, where the light falls.
  mutating func refit(_ history: GridHistory, map: ModulationMap, at time: Double, shape: GridShape) {
    guard time >= nextFit else { return }
    let isWaning = tracker.levels.step < 0.8 * footprint.step
    nextFit = time + Self.fitInterval / (isWaning ? 2 : 1)
    let first = history.firstFrame(since: time - max(Self.fitSpan, 16 * unit) / (isWaning ? 2 : 1))
    let box = footprint.box(margin: 2, in: shape)
    guard
      let fresh = fitter.fit(
        FootprintFit.Task(
          frames: first..<history.end, lit: lit, seed: nil, columns: box.columns, rows: box.rows,
          wandersLikely: footprint.wanders),
        history, map: map, shape: shape),
      fresh.touches(footprint),
      fresh.isElsewhere(than: footprint)
    else { return }
    adopt(fresh, history, frames: first..<history.end)
  }

  private mutating func adopt(_ fresh: Footprint, _ history: GridHistory, frames: Range<Int>) {
    // The levels of the moment in the new scale: those of the fit are older, and a moving light's have changed.
    var dark = Mean(limit: 20)
    var bright = Mean(limit: 8)
    for frame in frames.reversed() where history[frame].isInformative {
      let share = lit[frame % lit.count]
      guard share < 0.2 || share > 0.8 else { continue }
      let level = history.withSums(of: frame) { fresh.level(of: $0, ambient: history[frame].ambient) }
      if share < 0.2 { dark.add(level) } else { bright.add(level) }
    }
    let ratio = fresh.expectedNoise / footprint.expectedNoise
    footprint = fresh
    let darkLevel = dark.value ?? 100
    let step = bright.value.map { $0 - darkLevel } ?? fresh.step
    tracker.rescale(dark: darkLevel, step: max(step, fresh.step / 4), noise: ratio)
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
