import Foundation

/// The readings of a light that are still possible, searched tick by tick.
///
/// A reading is a chain of stretches, lit and dark in turn (an explicit-duration hidden Markov model). Each carries what
/// it knows of the lamp's levels and of the sender's hand, so that nothing need be told and everything may drift
/// (per-survivor processing: Raheli, Polydoros, Tzou 1995). At every tick each open stretch may end as any kind it can
/// be; of readings in the same place, in the same code word and at a similar speed, the best goes on (Viterbi), and
/// those that fall far behind are dropped (beam search).
struct PathSearch: Sendable {
  private(set) var lit: [Path] = []
  private(set) var dark: [Path] = []
  private(set) var segments = Segments()
  /// Logarithms of the shortest and the longest unit, in ticks.
  private var units = 0.0...9.0
  /// Logarithm of the unit that reading is held to, in seconds.
  private var heldUnit: Double?
  private var ticksPerSecond = 1.0
  private var ticksPerFrame = 5.0
  /// How many segments were needed when they were last looked through.
  private var kept = 1024
  private let codes: CodeTree
  private let letters: CodeLetters
  /// How many ticks an edge may be off unnoticed, in the light as it is.
  private var slack = 2.5
  private var speeds = FirstSpeeds()
  /// How stretches may end at the present tick: lit ones, and dark ones.
  private var fell = Candidates()
  private var rose = Candidates()

  /// Readings this many nats behind the best are dropped.
  static let beam = 22.0
  /// Before a light is seen, what noise may look like is dropped sooner: it can begin anew at any tick.
  private static let beamOfWaiting = 11.0
  /// A first mark is seen when it is so many nats likelier than none.
  private static let doubt = 5.0
  /// At most this many in all.
  private static let most = 500
  /// Before a light is seen: noise looks like many.
  private static let mostWaiting = 45
  /// In a message a reading that lasts too long may come to be the best yet: where the others fall, as at a new speed. In
  /// nats.
  private static let mercy = 6.0
  /// What a new speed costs, in nats: between characters, and within one.
  private static let newSpeed = -10.0
  private static let newSpeedWithin = -14.0

  /// - Parameter wordsPerMinute: The speed to hold to; `nil` learns it.
  init(_ codes: CodeTree, _ letters: CodeLetters, wordsPerMinute: Double? = nil) {
    self.codes = codes
    self.letters = letters
    heldUnit = wordsPerMinute.map { log(1.2 / $0) }
  }

  /// Goes on with the readings at this speed; `nil` lets all change it again.
  mutating func hold(wordsPerMinute: Double?) {
    heldUnit = wordsPerMinute.map { log(1.2 / $0) }
    limitUnits()
    let units = units
    speeds.limit(to: units)
    let isNone = speeds.all.isEmpty
    lit.removeAll { $0.isFirst ? isNone : !units.contains($0.hand.unit) }
    dark.removeAll { $0.code == 0 ? isNone : !units.contains($0.hand.unit) }
  }

  private mutating func limitUnits() {
    let shortest = log(Self.shortestUnit * ticksPerFrame)
    units = shortest...max(shortest, log(Self.longestUnit * ticksPerSecond))
    guard let heldUnit else { return }
    let unit = heldUnit + log(ticksPerSecond)
    units = max(shortest, unit - Self.leeway)...max(shortest, unit + Self.leeway)
  }

  /// How far a unit may be from the one that is held to: a tenth.
  private static let leeway = 0.1

  /// Begins in the dark at `tick`, at every speed or at the one that is held to.
  mutating func begin(at tick: Int, _ intake: SampleIntake) {
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
    guard let hand = speeds.likeliest else { return }
    dark.append(Path(score: 0, start: tick, levels: levels, hand: hand, segment: root, slack: slack))
  }

  /// Frames: no camera shows shorter ones.
  private static let shortestUnit = 0.9
  /// Seconds: a third of a word a minute.
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
    let limit = best - (isWaiting ? Self.beamOfWaiting : Self.beam)
    // Amid an exposure whoever waits for the first light seems worse than he will be when it is over.
    let patience = row.part > 0 ? limit - Self.beam : limit
    let most = isWaiting ? Self.mostWaiting : Self.most
    if lit.count + dark.count > most { thin(best, to: most) }
    fell.mercy = isWaiting ? 0 : Self.mercy
    rose.mercy = fell.mercy
    endLight(at: tick, limit)
    endDarkness(at: tick, limit, patience: patience)
    changeSpeed(limit)
    // What opens is appended: the numbers of those that end stay as they are.
    for candidate in fell.all {
      open(candidate, from: lit[Int(candidate.from)], at: tick, ticks, lamp)
    }
    for candidate in rose.all {
      open(candidate, from: dark[Int(candidate.from)], at: tick, ticks, lamp)
    }
  }

  /// Whether no light is seen for certain: the best reading waits for it, or for the end of a mark that is hardly likelier
  /// than none.
  private func isWaiting(_ best: Double, isLit: Bool, _ index: Int) -> Bool {
    guard let waiting = dark.first, waiting.code == 0 else { return false }
    return isLit ? lit[index].isFirst && best - waiting.progress < Self.doubt : waiting.progress == best
  }

  private static func weigh(
    _ paths: inout [Path], _ ticks: borrowing Ticks, to row: Ticks.Row, _ precision: Double
  ) {
    var paths = paths.mutableSpan
    for index in paths.indices { paths[index].weigh(ticks, to: row, precision: precision) }
  }

  /// The likeliest of `paths`, by its number.
  private static func best(_ paths: borrowing [Path]) -> (progress: Double, index: Int) {
    let paths = paths.span
    var best = (progress: -Double.infinity, index: -1)
    for index in paths.indices where paths[index].progress > best.progress {
      best = (paths[index].progress, index)
    }
    return best
  }

  /// Keeps the work bounded: of very many readings, those nearer to the best.
  private mutating func thin(_ best: Double, to most: Int) {
    var beam = Self.beam
    while lit.count + dark.count > most, beam > 0.01 {
      lit.removeAll { $0.progress < best - beam }
      dark.removeAll { $0.progress < best - beam }
      beam *= 0.8
    }
  }

  /// Drops the lit readings below `limit` and those that last too long, and gathers how the others may end.
  private mutating func endLight(at tick: Int, _ limit: Double) {
    fell.removeAll()
    let longestFirst = speeds.longest
    var index = 0
    while index < lit.count {
      let length = Double(tick - lit[index].start)
      var isPossible =
        lit[index].progress >= limit
        && length <= (lit[index].isOfAnySpeed ? longestFirst : lit[index].long.longest)
      if isPossible, lit[index].isOfAnySpeed {
        fell.endMarkOfAnySpeed(of: lit[index], index, length, limit, speeds, codes)
      } else if isPossible {
        isPossible = fell.endLight(of: lit[index], index, length, limit, codes)
      }
      if isPossible { index += 1 } else { lit.replaceByLast(index) }
    }
  }

  /// Drops the dark readings below `limit`, or `patience` before the first light, and gathers how the others may end.
  private mutating func endDarkness(at tick: Int, _ limit: Double, patience: Double) {
    rose.removeAll()
    var index = 0
    while index < dark.count {
      let isPossible =
        dark[index].progress >= (dark[index].code == 0 ? patience : limit)
        && rose.endDarkness(
          of: dark[index], index, Double(tick - dark[index].start) - dark[index].offset, limit, codes)
      if isPossible { index += 1 } else { dark.replaceByLast(index) }
    }
  }

  /// The sender may go on at quite another speed: between characters, and more rarely within one.
  private mutating func changeSpeed(_ limit: Double) {
    guard heldUnit == nil else { return }
    for (kind, cost) in [(SegmentKind.separator, Self.newSpeed), (.gap, Self.newSpeedWithin)] {
      let ends = rose.all.lazy.filter { $0.kind == kind && !$0.changesSpeed }
      guard var new = ends.max(by: { $0.score < $1.score }), new.score + cost > limit else { continue }
      new.changesSpeed = true
      new.score += cost
      new.place = Candidate.place(code: new.code, tempo: Self.anyTempo)
      new.rival = nil
      rose.insert(new)
    }
  }

  /// No reading's.
  private static let anyTempo = 0

  // MARK: - Beginnings of stretches

  private mutating func open(
    _ candidate: Candidate, from path: Path, at tick: Int, _ ticks: borrowing Ticks, _ lamp: LampExpectation
  ) {
    let length = Double(tick - path.start) - path.offset
    let seconds = Double(tick - path.weighed) * ticks.length
    var next = path
    var (short, long) = (path.short.mean, path.long.mean)
    if let speed = candidate.speed.map({ speeds.all[Int($0)] }) {
      next.hand = speed.hand
      (short, long) = (speed.dot.mean, speed.dash.mean)
    }
    switch candidate.kind {
    case .dot: next.hand.takeDot(length, mean: short)
    case .dash: next.hand.takeDash(length, mean: long)
    case .gap: next.hand.takeGap(length, mean: short)
    case .separator:
      next.hand.takeSeparator(length, mean: long, isWord: candidate.space > 0.5)
      next.language = path.completed
      next.language.spaceProbability = candidate.space
    case .lead: break
    }
    next.hand.unit = max(next.hand.unit, units.lowerBound)
    if heldUnit != nil { next.hand.unit = min(next.hand.unit, units.upperBound) }
    guard next.hand.unit <= units.upperBound else { return }
    if path.isLit {
      next.levels.takeLit(
        from: ticks[path.weighed], to: ticks[tick], lamp, seconds: seconds)
      guard next.levels.step > LampLevels.faintest * lamp.step else { return }
    } else {
      next.levels.takeDark(
        from: ticks[path.weighed], to: ticks[tick], lamp, seconds: seconds)
      if candidate.kind == .lead {
        speeds.see(slack: slack)
        next.levels.step = lamp.step
        next.levels.stepVariance = 0.16 * lamp.step * lamp.step
      }
    }
    if candidate.changesSpeed, !makesWay(for: candidate) { return }
    next.segment = segments.append(segment(of: candidate, from: path, at: tick, unit: exp(next.hand.unit)))
    next.score = candidate.score
    next.progress = candidate.score
    next.code = candidate.code
    next.text = candidate.text
    next.isFirst = candidate.kind == .lead
    next.isOfAnySpeed = next.isFirst || candidate.changesSpeed
    if path.isLit { next.complete(letters) }
    next.turn(at: tick, mark: path.isLit ? length : nil, slack: slack)
    if next.isLit { lit.append(next) } else { dark.append(next) }
  }

  /// Of beginnings of a mark of any speed near each other only the likely ones go on, as how long it is says little of it:
  /// those that `candidate` beats are removed.
  ///
  /// - Returns: Whether none beats it.
  private mutating func makesWay(for candidate: Candidate) -> Bool {
    func isOther(_ path: Path) -> Bool {
      path.isOfAnySpeed && !path.isFirst && path.code == candidate.code
    }
    guard !lit.contains(where: { isOther($0) && $0.progress > candidate.score + Self.unlikely }) else {
      return false
    }
    lit.removeAll { isOther($0) && $0.progress < candidate.score - Self.unlikely }
    return true
  }

  /// In nats.
  private static let unlikely = 3.0

  /// The stretch of `path` that ends at `tick`.
  private func segment(
    of candidate: Candidate, from path: Path, at tick: Int, unit: Double
  ) -> Segments.Segment {
    let before = path.progress + (candidate.speed.map { speeds.all[Int($0)].score } ?? 0)
    var segment = Segments.Segment(
      parent: path.segment, kind: candidate.kind, end: tick, unit: Float(unit),
      length: Float((Double(tick - path.start) - path.offset) / unit),
      regularity: Float(candidate.score - candidate.gain - before - anyLength(Double(tick - path.start))))
    if let rival = candidate.rival {
      segment.rival = path.isLit ? lit[Int(rival.from)].segment : dark[Int(rival.from)].segment
      segment.rivalKind = rival.kind
      segment.rivalDistance = Float(candidate.score - rival.score)
    }
    return segment
  }

  /// The logarithm of the probability of lengths of nothing in particular, known to a factor of two (one standard
  /// deviation of a logarithm 0.7).
  private func anyLength(_ length: Double) -> Double {
    length > 0 ? log(slack / (2.9 * length)) : -4
  }

  // MARK: - Looking back

  /// Moves the evidence of long darkness into the scores, and lets the dark level follow: ambient light does not wait for
  /// the next mark.
  mutating func weighDarkness(at tick: Int, _ ticks: borrowing Ticks, _ lamp: LampExpectation) {
    for index in dark.indices {
      let seconds = Double(tick - dark[index].weighed) * ticks.length
      guard seconds > (dark[index].code == 0 ? Self.waiting : Self.darkness) else { continue }
      dark[index].score = dark[index].progress
      dark[index].levels.takeDark(from: ticks[dark[index].weighed], to: ticks[tick], lamp, seconds: seconds)
      dark[index].weighed = tick
    }
  }

  /// Seconds of darkness after which the level follows; where no light was seen yet it must not follow the first mark.
  private static let darkness = 1.0
  private static let waiting = 2.0

  /// Frees what no reading needs.
  mutating func collect() {
    guard segments.count > 2 * kept else { return }
    segments.keep([dark, lit].joined().map(\.segment))
    kept = max(1024, segments.count)
  }

  /// Cuts what came before `segment` off: it has been read.
  mutating func cut(at segment: Segments.ID) {
    segments[segment].parent = Segments.none
    segments[segment].rival = Segments.none
  }

  /// Drops the readings that do not descend from `segment`.
  mutating func demand(_ segment: Segments.ID) {
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
