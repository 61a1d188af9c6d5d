import Foundation

/// The readings of a light that are still possible, searched tick by tick.
///
/// A reading is a chain of segments, alternately lit and dark (an explicit-duration hidden Markov model). Each reading has its
/// own estimate of the lamp's levels and of the sender's timing, so that nothing need be given and everything may drift
/// (per-survivor processing: Raheli, Polydoros, Tzou 1995). At every tick each open segment may end as any possible kind. Of
/// the readings in the same state (the same code word and a similar speed) the best of each of up to three ends of the text
/// continue (list Viterbi). Readings far behind the best are dropped (beam search).
struct PathSearch: Sendable {
  private(set) var lit: [Path] = []
  private(set) var dark: [Path] = []
  private(set) var segments = Segments()
  /// Logarithms of the shortest and the longest unit, in ticks.
  private var units = 0.0...9.0
  /// Logarithm of the given unit, in seconds; `nil` if the speed is learned.
  private var heldUnit: Double?
  private var ticksPerSecond = 1.0
  private(set) var ticksPerFrame = 5.0
  /// The number of segments in use at the last garbage collection.
  private var usedSegments = 1024
  private let codes: CodeTree
  private let letters: CodeLetters
  /// The uncertainty of an edge, in ticks, at the present contrast.
  private var slack = 2.5
  private var speeds = FirstSpeeds()
  /// `nil` if it is not known yet.
  private var nextExposure: NextExposure?
  /// How lit and dark segments may end at the present tick.
  private var litEnds = Candidates()
  private var darkEnds = Candidates()

  /// Beam width: readings this many nats behind the best are dropped.
  static let beam = 22.0
  /// Beam width before a light is detected. It is narrower, because a reading of noise can begin again at any tick.
  private static let waitingBeam = 11.0
  /// A first mark counts as detected when it is this many nats likelier than darkness.
  private static let firstMarkLead = 5.0
  /// The maximum number of readings.
  private static let maximumCount = 500
  /// The maximum number of readings before a light is detected: noise allows many readings.
  private static let maximumWaitingCount = 45
  /// Extra beam width, in nats, for segments that are still open. If the sender slows down, a segment that is too long for the
  /// old speed may belong to the best reading.
  private static let openBeam = 6.0
  /// Score of a new speed, in nats: between characters, and within one.
  private static let newSpeedScore = -10.0
  private static let newSpeedWithinCharacterScore = -14.0

  /// - Parameter wordsPerMinute: The given speed; `nil` if it is to be learned.
  init(_ codes: CodeTree, _ letters: CodeLetters, wordsPerMinute: Double? = nil) {
    self.codes = codes
    self.letters = letters
    heldUnit = Self.logarithmicUnit(wordsPerMinute: wordsPerMinute)
  }

  /// `nil` also for a speed that is no positive number.
  private static func logarithmicUnit(wordsPerMinute: Double?) -> Double? {
    wordsPerMinute.map { log(1.2 / $0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Keeps only the readings at this speed; with `nil` the speed is learned again.
  mutating func hold(wordsPerMinute: Double?) {
    heldUnit = Self.logarithmicUnit(wordsPerMinute: wordsPerMinute)
    limitUnits()
    let units = units
    speeds.limit(to: units)
    let isNone = speeds.all.isEmpty
    lit.removeAll { $0.isFirst ? isNone : !units.contains($0.sender.unit) }
    dark.removeAll { $0.code == 0 ? isNone : !units.contains($0.sender.unit) }
  }

  private mutating func limitUnits() {
    let shortest = log(Self.shortestUnit * ticksPerFrame)
    units = shortest...max(shortest, log(Self.longestUnit * ticksPerSecond))
    guard let heldUnit else { return }
    let unit = heldUnit + log(ticksPerSecond)
    units = max(shortest, unit - Self.leeway)...max(shortest, unit + Self.leeway)
  }

  /// The largest difference from the given unit, as a logarithm: a tenth.
  private static let leeway = 0.1

  /// Begins in the dark at `tick`, at every speed or at the given one.
  ///
  /// - Parameter path: The reading before `tick`, if the light was interrupted. Its sender probably continues.
  mutating func begin(at tick: Int, _ intake: SampleIntake, after path: Path? = nil) {
    let root = segments.append(.init(parent: Segments.none, kind: .lead, end: tick, unit: 0))
    let level = intake.scale.dark
    let step = intake.scale.step(above: level)
    let levels = LampLevels(
      dark: level, darkVariance: 0.09 * step * step + intake.scale.noise * intake.scale.noise, step: step,
      stepVariance: 0.16 * step * step)
    ticksPerFrame = intake.ticksPerFrame
    ticksPerSecond = ticksPerFrame / intake.interval
    slack = ticksPerFrame / 2
    limitUnits()
    speeds =
      heldUnit == nil
      ? FirstSpeeds(
        from: intake.interval, to: Self.longestUnit, ticksPerSecond: ticksPerSecond, slack: slack)
      : FirstSpeeds(
        unit: (units.lowerBound + units.upperBound) / 2, variance: Self.leeway * Self.leeway / 4, slack: slack
      )
    if let path, heldUnit == nil, path.code > 0, !path.isOfAnySpeed { speeds.append(path.sender) }
    guard let sender = speeds.likeliest else { return }
    dark.append(Path(score: 0, start: tick, levels: levels, sender: sender, segment: root, slack: slack))
  }

  /// The shortest unit, in frames. No camera shows shorter ones.
  private static let shortestUnit = 0.9
  /// The longest unit, in seconds: a third of a word per minute.
  private static let longestUnit = 3.6

  /// Weighs all readings at the next tick.
  mutating func advance(to tick: Int, _ ticks: borrowing Ticks, _ lamp: LampExpectation) {
    let row = ticks[tick]
    let precision = lamp.precision
    let contrastToNoise = lamp.step * (2 * precision).squareRoot()
    slack = min(0.5, max(0.25, 1.5 / contrastToNoise)) * ticksPerFrame
    if ticks.isExposed(between: tick - 1, and: tick) {
      Self.weigh(&dark, ticks, to: row, precision)
      Self.weigh(&lit, ticks, to: row, precision)
    }
    let bestLit = Self.best(lit), bestDark = Self.best(dark)
    let best = max(bestLit.progress, bestDark.progress)
    let isWaiting = isWaiting(best, isLit: bestLit.progress > bestDark.progress, bestLit.index)
    let beam = isWaiting ? Self.waitingBeam : Self.beam
    let limit = best - beam
    // During an exposure, a reading that waits for the first light has a lower score than at the end of the exposure.
    let waitingLimit = row.part > 0 ? limit - Self.beam : limit
    if let (end, row) = ticks.afterNextExposure(from: tick, notBefore: nextExposure?.end ?? 0) {
      let after = max(
        bestLit.index < 0 ? -.infinity : lit[bestLit.index].progress(ticks, at: row, precision),
        bestDark.index < 0 ? -.infinity : dark[bestDark.index].progress(ticks, at: row, precision))
      nextExposure = NextExposure(end: end, row: row, limit: after - beam)
    } else {
      nextExposure = nil
    }
    let most = isWaiting ? Self.maximumWaitingCount : Self.maximumCount
    if lit.count + dark.count > most { narrowBeam(best, to: most) }
    litEnds.openBeam = isWaiting ? 0 : Self.openBeam
    darkEnds.openBeam = litEnds.openBeam
    endLight(at: tick, limit)
    endDarkness(at: tick, limit, waitingLimit: waitingLimit)
    changeSpeed(limit)
    // New readings are appended, so the indices of those that end stay the same.
    for candidate in litEnds.all {
      open(candidate, from: lit[Int(candidate.from)], at: tick, ticks, lamp)
    }
    for candidate in darkEnds.all {
      open(candidate, from: dark[Int(candidate.from)], at: tick, ticks, lamp)
    }
  }

  /// Whether no light is detected yet: the best reading waits for the first light, or for the end of a mark that is hardly
  /// likelier than darkness.
  private func isWaiting(_ best: Double, isLit: Bool, _ index: Int) -> Bool {
    guard let waiting = dark.first, waiting.code == 0 else { return false }
    return isLit
      ? lit[index].isFirst && best - waiting.progress < Self.firstMarkLead : waiting.progress == best
  }

  private static func weigh(
    _ paths: inout [Path], _ ticks: borrowing Ticks, to row: Ticks.Row, _ precision: Double
  ) {
    var paths = paths.mutableSpan
    for index in paths.indices { paths[index].weigh(ticks, to: row, precision: precision) }
  }

  /// The index of the likeliest of `paths`.
  static func best(_ paths: borrowing [Path]) -> (progress: Double, index: Int) {
    let paths = paths.span
    var best = (progress: -Double.infinity, index: -1)
    for index in paths.indices where paths[index].progress > best.progress {
      best = (paths[index].progress, index)
    }
    return best
  }

  /// Narrows the beam until at most `most` readings are left, so that the work stays bounded.
  private mutating func narrowBeam(_ best: Double, to most: Int) {
    var beam = Self.beam
    while lit.count + dark.count > most, beam > 0.01 {
      lit.removeAll { $0.progress < best - beam }
      dark.removeAll { $0.progress < best - beam }
      beam *= 0.8
    }
  }

  /// Drops the lit readings below `limit` and those whose mark is too long, and collects how the others may end.
  private mutating func endLight(at tick: Int, _ limit: Double) {
    litEnds.removeAll()
    let longestFirst = speeds.longest
    var index = 0
    while index < lit.count {
      let length = Double(tick - lit[index].start)
      var isPossible =
        lit[index].progress >= limit
        && length <= (lit[index].isOfAnySpeed ? longestFirst : lit[index].long.longest)
      if isPossible, lit[index].isOfAnySpeed {
        litEnds.endMarkOfAnySpeed(of: lit[index], index, length, limit, speeds, codes)
      } else if isPossible {
        isPossible = litEnds.endLight(of: lit[index], index, length, limit, codes)
      }
      if isPossible { index += 1 } else { lit.replaceByLast(index) }
    }
  }

  /// Drops the dark readings below `limit`, or `waitingLimit` before the first light, and collects how the others may end.
  private mutating func endDarkness(at tick: Int, _ limit: Double, waitingLimit: Double) {
    darkEnds.removeAll()
    var index = 0
    while index < dark.count {
      let isPossible =
        dark[index].progress >= (dark[index].code == 0 ? waitingLimit : limit)
        && darkEnds.endDarkness(
          of: dark[index], index, Double(tick - dark[index].start) - dark[index].offset, limit, codes)
      if isPossible { index += 1 } else { dark.replaceByLast(index) }
    }
  }

  /// Adds candidates for a new speed: between characters, and less probably within one.
  private mutating func changeSpeed(_ limit: Double) {
    guard heldUnit == nil else { return }
    for (kind, cost) in [
      (SegmentKind.separator, Self.newSpeedScore), (.gap, Self.newSpeedWithinCharacterScore),
    ] {
      let ends = darkEnds.all.lazy.filter { $0.kind == kind && !$0.changesSpeed }
      guard var new = ends.max(by: { $0.score < $1.score }), new.score + cost > limit else { continue }
      new.changesSpeed = true
      new.score += cost
      new.state = Candidate.state(code: new.code, tempo: Self.anyTempo)
      new.rival = nil
      darkEnds.insert(new)
    }
  }

  /// A tempo that no reading has.
  private static let anyTempo = 0

  // MARK: - Beginnings of segments

  private mutating func open(
    _ candidate: Candidate, from path: Path, at tick: Int, _ ticks: borrowing Ticks, _ lamp: LampExpectation
  ) {
    let unit = if let speed = candidate.speed { speeds.all[Int(speed)].sender.unit } else { path.sender.unit }
    let isRefuted = nextExposure?.refutes(
      candidate, from: path, unit: unit, at: tick, ticks, precision: lamp.precision)
    if isRefuted == true { return }
    let length = Double(tick - path.start) - path.offset
    let seconds = Double(tick - path.weighed) * ticks.length
    var next = path
    var (short, long) = (path.short.mean, path.long.mean)
    if let speed = candidate.speed.map({ speeds.all[Int($0)] }) {
      next.sender = speed.sender
      (short, long) = (speed.dot.mean, speed.dash.mean)
    }
    switch candidate.kind {
    case .dot: next.sender.takeDot(length, mean: short)
    case .dash: next.sender.takeDash(length, mean: long)
    case .gap: next.sender.takeGap(length, mean: short)
    case .separator:
      next.sender.takeSeparator(length, mean: long, isWord: candidate.space > 0.5)
      next.language = path.completed
      next.language.spaceProbability = candidate.space
    case .lead: break
    }
    next.sender.unit = max(next.sender.unit, units.lowerBound)
    if heldUnit != nil { next.sender.unit = min(next.sender.unit, units.upperBound) }
    guard next.sender.unit <= units.upperBound else { return }
    if path.isLit {
      next.levels.learnLit(
        from: ticks[path.weighed], to: ticks[tick], lamp, seconds: seconds)
      guard next.levels.step > LampLevels.minimumStepShare * lamp.step else { return }
    } else {
      next.levels.learnDark(
        from: ticks[path.weighed], to: ticks[tick], lamp, seconds: seconds)
      if candidate.kind == .lead {
        speeds.updateLengths(slack: slack)
        next.levels.step = lamp.step
        next.levels.stepVariance = 0.16 * lamp.step * lamp.step
      } else if length > Self.longSilence.units * exp(path.sender.unit),
        length * ticks.length > Self.longSilence.seconds
      {
        next.levels.forgetStep()
      }
    }
    if candidate.changesSpeed, !removeLessLikelyBeginnings(than: candidate) { return }
    next.segment = segments.append(segment(of: candidate, from: path, at: tick, unit: exp(next.sender.unit)))
    next.sharedSquares = path.isLit ? 0 : path.levels.darkSquares(ofExposureAt: ticks[tick])
    next.score = candidate.score + next.sharedSquares * lamp.precision
    next.progress = candidate.score
    next.code = candidate.code
    next.text = candidate.text
    next.isFirst = candidate.kind == .lead
    next.isOfAnySpeed = next.isFirst || candidate.changesSpeed
    if path.isLit { next.complete(letters) }
    next.turn(at: tick, mark: path.isLit ? length : nil, slack: slack)
    if next.isLit { lit.append(next) } else { dark.append(next) }
  }

  /// Darkness, in seconds and in units, after which a lamp may come back fainter or brighter: it was moved, or the camera
  /// has adapted to the dark.
  private static let longSilence = (seconds: 6.0, units: 20.0)

  /// Removes the beginnings of a mark at a new speed that are far less likely than `candidate`. Beginnings near each other in
  /// time are similar, so only the likely ones are kept.
  ///
  /// - Returns: `false` if one of them is far likelier than `candidate`, so that `candidate` itself is not needed. Then nothing
  ///   is removed.
  private mutating func removeLessLikelyBeginnings(than candidate: Candidate) -> Bool {
    func isOther(_ path: Path) -> Bool {
      path.isOfAnySpeed && !path.isFirst && path.code == candidate.code
    }
    guard !lit.contains(where: { isOther($0) && $0.progress > candidate.score + Self.beginningBeam }) else {
      return false
    }
    lit.removeAll { isOther($0) && $0.progress < candidate.score - Self.beginningBeam }
    return true
  }

  /// Beam width, in nats, of the beginnings of a mark at a new speed.
  private static let beginningBeam = 3.0

  /// The segment of `path` that ends at `tick`.
  private func segment(
    of candidate: Candidate, from path: Path, at tick: Int, unit: Double
  ) -> Segments.Segment {
    let before = path.progress + (candidate.speed.map { speeds.all[Int($0)].score } ?? 0)
    var segment = Segments.Segment(
      parent: path.segment, kind: candidate.kind, end: tick, text: candidate.text, unit: Float(unit),
      length: Float((Double(tick - path.start) - path.offset) / unit),
      regularity: Float(
        candidate.score - candidate.gain - before - randomLengthDensity(Double(tick - path.start))))
    if let rival = candidate.rival {
      segment.rival = path.isLit ? lit[Int(rival.from)].segment : dark[Int(rival.from)].segment
      segment.rivalKind = rival.kind
      segment.rivalDistance = Float(candidate.score - rival.score)
    }
    return segment
  }

  /// The logarithm of the probability of a random length that is known to a factor of two: log-normal, with a standard
  /// deviation of the logarithm of 0.7. It is a mean over such lengths: 2.9 is `0.7 √(2πe)`.
  private func randomLengthDensity(_ length: Double) -> Double {
    length > 0 ? log(slack / (2.9 * length)) : -4
  }

  // MARK: - Housekeeping

  /// Adds the evidence of long darkness to the scores, and updates the dark level: ambient light changes before the next mark.
  mutating func weighDarkness(at tick: Int, _ ticks: borrowing Ticks, _ lamp: LampExpectation) {
    for index in dark.indices {
      let seconds = Double(tick - dark[index].weighed) * ticks.length
      guard seconds > (dark[index].code == 0 ? Self.waitingUpdateTime : Self.darkUpdateTime) else { continue }
      dark[index].score = dark[index].progress
      dark[index].levels.learnDark(from: ticks[dark[index].weighed], to: ticks[tick], lamp, seconds: seconds)
      dark[index].weighed = tick
    }
  }

  /// Seconds of darkness after which the level is updated. The time is longer before a light is detected, so that the level
  /// does not adapt to the first mark.
  private static let darkUpdateTime = 1.0
  private static let waitingUpdateTime = 2.0

  /// Frees the segments that no reading needs.
  mutating func freeUnusedSegments() {
    guard segments.count > 2 * usedSegments else { return }
    segments.keep([dark, lit].joined().map(\.segment))
    usedSegments = max(1024, segments.count)
  }

  /// Removes the segments before `segment`: they have been read.
  mutating func cut(at segment: Segments.ID) {
    segments[segment].parent = Segments.none
    segments[segment].rival = Segments.none
  }

  /// Drops the readings that do not descend from `segment`.
  mutating func keepDescendants(of segment: Segments.ID) {
    lit.removeAll { !segments.descends($0.segment, from: segment) }
    dark.removeAll { !segments.descends($0.segment, from: segment) }
  }
}

extension Array {
  /// Removes the element at `index`; the last one takes its place.
  fileprivate mutating func replaceByLast(_ index: Int) {
    let last = removeLast()
    if index < count { self[index] = last }
  }
}
