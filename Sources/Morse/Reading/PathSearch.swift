import Foundation

/// The readings of a light that are still possible, searched tick by tick.
///
/// A reading is a chain of stretches, lit and dark in turn (an explicit-duration hidden Markov model). Each carries what
/// it knows of the lamp's levels and of the sender's hand, so that nothing need be told and everything may drift
/// (per-survivor processing: Raheli, Polydoros, Tzou 1995). At every tick each open stretch may end as any kind it can
/// be; of readings in the same place, in the same code word and at a similar speed, the best goes on (Viterbi), and
/// those that fall far behind are dropped (beam search).
struct PathSearch: Sendable {
  /// A reading whose last stretch is open.
  struct Path: Sendable {
    var score: Double
    /// The open stretch began here,
    var start: Int
    /// and its evidence is in the score up to here.
    var weighed: Int
    var levels: LampLevels
    var hand: Hand
    /// The stretch before the open one.
    var segment: Segments.ID
    /// Of the character that is being read.
    var code: UInt16
    /// Stands for all that was read.
    var text: UInt64
    /// How the open stretch's length is distributed: dot and dash, or gap and separator.
    var short: Hand.Length
    var long: Hand.Length
    var isLit = false
    /// The score if nothing ended up to the present tick.
    var progress = 0.0
  }

  private struct Candidate {
    var score: Double
    var from: Int
    var kind: SegmentKind
    var code: UInt16
    var text: UInt64
    /// Logarithm of a new speed's unit, if the speed changes here.
    var unit: Double?
    var place: Int
    var rival = -1
    var rivalKind = SegmentKind.lead
    var rivalScore = -Double.infinity
  }

  private(set) var lit: [Path] = []
  private(set) var dark: [Path] = []
  private(set) var segments = Segments()
  /// Logarithm of the longest unit, in ticks.
  private var longest = 9.0
  /// How many segments were needed when they were last looked through.
  private var kept = 1024
  private let codes: CodeTree
  /// How many ticks an edge may be off unnoticed, in the light as it is.
  private var slack = 3.0
  private var fell: [Candidate] = []
  private var rose: [Candidate] = []

  /// Readings this many nats behind the best are dropped.
  static let beam = 22.0
  /// At most this many at a place.
  private static let width = 24
  /// At most this many in all.
  private static let most = 500
  private static let unknownCode = -8.0
  private static let singleElement = -0.7
  private static let speedStep = -10.0

  init(codes: CodeTree) { self.codes = codes }

  /// Begins in the dark at `tick`, at every speed.
  mutating func begin(at tick: Int, _ intake: SampleIntake) {
    let root = segments.append(.init(parent: Segments.none, kind: .lead, end: tick, unit: 0))
    let level = intake.scale.dark
    let step = intake.scale.step(above: level)
    let levels = LampLevels(
      dark: level, darkVariance: 0.09 * step * step + intake.scale.noise * intake.scale.noise, step: step,
      stepVariance: 0.16 * step * step)
    longest = log(Self.longestUnit / intake.interval * SampleIntake.ticksPerFrame)
    var unit = intake.interval
    while unit < Self.longestUnit {
      // People signal at some twelve words a minute, give or take a factor of three.
      let oddness = log(unit / 0.1) / 1.2
      let hand = Hand(unit: log(unit / intake.interval * SampleIntake.ticksPerFrame), variance: 0.15 * 0.15)
      dark.append(
        Path(
          score: -0.5 * oddness * oddness, start: tick, weighed: tick, levels: levels, hand: hand,
          segment: root,
          code: 0, text: 0, short: hand.gapLength(slack: slack), long: hand.separatorLength(slack: slack)))
      unit *= 1.35
    }
  }

  /// Seconds: a third of a word a minute.
  private static let longestUnit = 3.6

  /// Weighs all readings at the next tick.
  mutating func advance(to tick: Int, _ ticks: borrowing Ticks, precision: Double, expectedStep: Double) {
    let row = ticks[tick]
    let contrastToNoise = expectedStep * (2 * precision).squareRoot()
    slack = min(3, max(1.5, 9 / contrastToNoise))
    var best = -Double.infinity
    for index in dark.indices {
      let progress =
        dark[index].score
        + dark[index].levels.darkEvidence(from: ticks[dark[index].weighed], to: row, precision: precision)
      dark[index].progress = progress
      best = max(best, progress)
    }
    for index in lit.indices {
      let progress =
        lit[index].score
        + lit[index].levels.litEvidence(from: ticks[lit[index].weighed], to: row, precision: precision)
      lit[index].progress = progress
      best = max(best, progress)
    }
    let limit = best - Self.beam
    lit.removeAll { $0.progress < limit || Double(tick - $0.start) > 2.2 * $0.long.mean + 2 }
    dark.removeAll { $0.progress < limit }
    thin()
    fell.removeAll(keepingCapacity: true)
    rose.removeAll(keepingCapacity: true)
    for index in lit.indices { end(lit: index, at: tick, limit) }
    for index in dark.indices { end(dark: index, at: tick, limit) }
    changeSpeed(at: tick, limit)
    for candidate in fell {
      open(candidate, from: lit[candidate.from], at: tick, ticks, precision, expectedStep)
    }
    for candidate in rose {
      open(candidate, from: dark[candidate.from], at: tick, ticks, precision, expectedStep)
    }
  }

  /// Keeps the work bounded: of very many readings, those nearer to the best.
  private mutating func thin() {
    var beam = Self.beam
    let best = max(
      dark.lazy.map(\.progress).max() ?? -.infinity, lit.lazy.map(\.progress).max() ?? -.infinity)
    while lit.count + dark.count > Self.most {
      beam *= 0.8
      lit.removeAll { $0.progress < best - beam }
      dark.removeAll { $0.progress < best - beam }
    }
  }

  // MARK: - Ends of stretches

  private mutating func end(lit index: Int, at tick: Int, _ limit: Double) {
    let length = Double(tick - lit[index].start)
    offer(index, .dot, lit[index].short.density(length), limit)
    offer(index, .dash, lit[index].long.density(length), limit)
  }

  private mutating func end(dark index: Int, at tick: Int, _ limit: Double) {
    // The first light comes whenever it comes.
    if dark[index].code == 0 { return offer(index, .lead, -4, limit) }
    let length = Double(tick - dark[index].start)
    offer(index, .gap, dark[index].short.density(length), limit)
    offer(index, .separator, Self.separator(length, dark[index].long), limit)
  }

  /// The logarithm of the probability of a gap between characters or words.
  ///
  /// Gaps between characters come near their mean. One in five parts words: 7/3 times as long, give or take a third; one
  /// in fifty is a pause of any length.
  @inline(__always)
  private static func separator(_ length: Double, _ usual: Hand.Length) -> Double {
    let character = usual.density(length)
    guard length > usual.mean else { return character }
    let logarithm = log(length)
    let stretch = logarithm - usual.logMean
    let z = (stretch - 0.85) / 0.35
    let word = -2.6 + 1.1 - logarithm - 0.5 * z * z
    let pause = -5 + 1.1 - logarithm - 0.5 * stretch
    return max(character, word, pause)
  }

  private mutating func offer(_ index: Int, _ kind: SegmentKind, _ density: Double, _ limit: Double) {
    let isMark = kind.isMark
    var score = (isMark ? lit[index].progress : dark[index].progress) + density
    guard score > limit else { return }
    var code = isMark ? lit[index].code : dark[index].code
    switch kind {
    case .lead: code = 1
    case .gap: break
    case .dot, .dash:
      guard code < 1 << 14 else { return }
      let wasBeginning = codes.isBeginning(code)
      code = code << 1 | (kind == .dash ? 1 : 0)
      if wasBeginning, !codes.isBeginning(code) { score += Self.unknownCode }
    case .separator:
      if codes.isBeginning(code), !codes.isWord(code) { score += Self.unknownCode }
      // A text has fewer E and T than one separator after three elements would give.
      if code < 4 { score += Self.singleElement }
      code = 1
    }
    let unit = isMark ? lit[index].hand.unit : dark[index].hand.unit
    let place = Int(code) << 8 | Int(unit * 4 + 32)
    let text =
      ((isMark ? lit[index].text : dark[index].text) ^ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    let candidate = Candidate(
      score: score, from: index, kind: kind, code: code, text: text ^ text >> 29,
      unit: nil, place: place)
    guard score > limit else { return }
    if isMark {
      Self.insert(candidate, into: &fell)
    } else {
      Self.insert(candidate, into: &rose)
    }
  }

  /// Lengths of nothing in particular, known to a factor of two (one standard deviation of a logarithm 0.7).
  private func anyLength(_ length: Double) -> Double {
    length > 0 ? log(slack / (2.9 * length)) : -4
  }

  private static func insert(_ candidate: Candidate, into list: inout [Candidate]) {
    var candidate = candidate
    var worst = 0
    for index in list.indices {
      if list[index].place == candidate.place {
        if list[index].score >= candidate.score {
          if list[index].text != candidate.text, candidate.score > list[index].rivalScore {
            list[index].rival = candidate.from
            list[index].rivalKind = candidate.kind
            list[index].rivalScore = candidate.score
          }
          return
        }
        let loser = list[index]
        if loser.text != candidate.text {
          candidate.rival = loser.from
          candidate.rivalKind = loser.kind
          candidate.rivalScore = loser.score
        } else if loser.rival >= 0 {
          candidate.rival = loser.rival
          candidate.rivalKind = loser.rivalKind
          candidate.rivalScore = loser.rivalScore
        }
        list[index] = candidate
        return
      }
      if list[index].score < list[worst].score { worst = index }
    }
    if list.count < width {
      list.append(candidate)
    } else if candidate.score > list[worst].score {
      list[worst] = candidate
    }
  }

  /// Between characters the sender may begin to key at quite another speed.
  private mutating func changeSpeed(at tick: Int, _ limit: Double) {
    guard
      let candidate = rose.lazy.filter({ $0.kind == .separator }).max(by: { $0.score < $1.score }),
      candidate.score + Self.speedStep > limit
    else { return }
    let path = dark[candidate.from]
    for change in [-1.4, -1.05, -0.7, -0.35, 0.35, 0.7, 1.05, 1.4] {
      var new = candidate
      let unit = path.hand.unit + change
      guard unit > Hand.shortest, unit < longest else { continue }
      new.unit = unit
      new.score += Self.speedStep
      new.place = 1 << 8 | Int(unit * 4 + 32)
      new.rival = -1
      Self.insert(new, into: &rose)
    }
  }

  // MARK: - Beginnings of stretches

  private mutating func open(
    _ candidate: Candidate, from path: Path, at tick: Int, _ ticks: borrowing Ticks, _ precision: Double,
    _ expectedStep: Double
  ) {
    let length = Double(tick - path.start)
    let seconds = Double(tick - path.weighed) * ticks.length
    var next = path
    next.score = candidate.score
    next.progress = candidate.score
    next.start = tick
    next.weighed = tick
    next.code = candidate.code
    next.text = candidate.text
    switch candidate.kind {
    case .dot: next.hand.takeDot(length)
    case .dash: next.hand.takeDash(length)
    case .gap: next.hand.takeGap(length)
    case .separator: next.hand.takeSeparator(length)
    case .lead: break
    }
    if let unit = candidate.unit {
      next.hand = Hand(unit: unit, variance: 0.15 * 0.15)
    }
    guard next.hand.unit < longest else { return }
    let rivalParent = candidate.rival
    let isMark = candidate.kind.isMark
    var segment = Segments.Segment(
      parent: path.segment, kind: candidate.kind, end: tick, unit: Float(exp(next.hand.unit)),
      regularity: Float(candidate.score - path.progress - anyLength(length)))
    if rivalParent >= 0 {
      segment.rival = isMark ? lit[rivalParent].segment : dark[rivalParent].segment
      segment.rivalKind = candidate.rivalKind
      segment.rivalDistance = Float(candidate.score - candidate.rivalScore)
    }
    next.segment = segments.append(segment)
    if isMark {
      next.levels.takeLit(
        from: ticks[path.weighed], to: ticks[tick], precision: precision, seconds: seconds)
      guard next.levels.step > 0.25 * expectedStep else { return }
      next.isLit = false
      next.short = next.hand.gapLength(slack: slack)
      next.long = next.hand.separatorLength(slack: slack)
      dark.append(next)
    } else {
      next.levels.takeDark(
        from: ticks[path.weighed], to: ticks[tick], precision: precision, seconds: seconds)
      if candidate.kind == .lead {
        next.levels.step = expectedStep
        next.levels.stepVariance = 0.16 * expectedStep * expectedStep
      }
      next.isLit = true
      next.short = next.hand.dotLength(slack: slack)
      next.long = next.hand.dashLength(slack: slack)
      lit.append(next)
    }
  }

  // MARK: - Looking back

  /// Moves the evidence of long darkness into the scores, and lets the dark level follow.
  mutating func weighDarkness(at tick: Int, _ ticks: borrowing Ticks, precision: Double, seconds: Double) {
    for index in dark.indices where Double(tick - dark[index].weighed) * ticks.length > seconds {
      dark[index].score = dark[index].progress
      dark[index].levels.takeDark(
        from: ticks[dark[index].weighed], to: ticks[tick], precision: precision,
        seconds: Double(tick - dark[index].weighed) * ticks.length)
      dark[index].weighed = tick
    }
  }

  /// The best reading if the light ends now.
  var best: Path? {
    let byDark = dark.indices.max { dark[$0].progress < dark[$1].progress }
    let byLit = lit.indices.max { lit[$0].progress < lit[$1].progress }
    guard let byDark else { return byLit.map { lit[$0] } }
    guard let byLit else { return dark[byDark] }
    return dark[byDark].progress >= lit[byLit].progress ? dark[byDark] : lit[byLit]
  }

  var isEmpty: Bool { dark.isEmpty && lit.isEmpty }

  /// Where evidence is still needed from.
  var earliest: Int {
    min(dark.lazy.map(\.weighed).min() ?? .max, lit.lazy.map(\.weighed).min() ?? .max)
  }

  /// Frees what no reading needs.
  mutating func collect() {
    guard segments.count > 2 * kept else { return }
    segments.keep([dark, lit].joined().map(\.segment))
    kept = max(1024, segments.count)
  }

  /// The stretches up to `segment`, from old to new; the first of them has been read.
  func chain(to segment: Segments.ID) -> [Segments.ID] {
    var chain: [Segments.ID] = []
    var id = segment
    while id != Segments.none {
      chain.append(id)
      id = segments[id].parent
    }
    return chain.reversed()
  }

  /// All readings that have not come to the end of the chain are its rivals.
  func addRivals(to verdicts: inout Verdicts) {
    guard let best, let end = verdicts.chain.last else { return }
    for path in [dark, lit].joined() where !descends(path, from: end) {
      verdicts.add(
        from: path.segment, last: nil, until: verdicts.chain.count, distance: best.progress - path.progress)
    }
  }

  /// The newest segment that all readings share.
  func common() -> Segments.ID {
    guard let best else { return Segments.none }
    var depth: [Segments.ID: Int] = [:]
    var chain: [Segments.ID] = []
    var id = best.segment
    while id != Segments.none {
      chain.append(id)
      id = segments[id].parent
    }
    for (index, id) in chain.enumerated() { depth[id] = index }
    var deepest = 0
    var seen: Set<Segments.ID> = []
    for path in [dark, lit].joined() {
      var id = path.segment
      while id != Segments.none, depth[id] == nil, seen.insert(id).inserted { id = segments[id].parent }
      if id != Segments.none, let found = depth[id] { deepest = max(deepest, found) }
    }
    return chain.isEmpty ? Segments.none : chain[deepest]
  }

  /// Cuts what came before `segment` off: it has been read.
  mutating func cut(at segment: Segments.ID) {
    segments[segment].parent = Segments.none
    segments[segment].rival = Segments.none
  }

  /// Drops the readings that do not descend from `segment`.
  mutating func demand(_ segment: Segments.ID) {
    lit = lit.filter { descends($0, from: segment) }
    dark = dark.filter { descends($0, from: segment) }
  }

  private func descends(_ path: Path, from segment: Segments.ID) -> Bool {
    var id = path.segment
    while id != Segments.none {
      if id == segment { return true }
      id = segments[id].parent
    }
    return false
  }
}
