import Foundation

/// A way in which an open segment may end at the present tick.
struct Candidate: Sendable {
  var score: Double
  var text: UInt64
  /// The index of the reading whose segment is open.
  var from: Int32
  /// The state of the reading: its code word and its tempo. Readings in one state and context compete.
  var state: Int32
  /// The end of its text (``TextModel/context``).
  var context: UInt64
  var code: UInt16
  var kind: SegmentKind
  /// For the end of a character: the logarithm of how much likelier it is in the text than by its elements alone, and the
  /// probability that a space follows.
  var gain = 0.0
  var space: Float = 0
  /// The index in ``FirstSpeeds``, if this ends a mark of any speed.
  var speed: UInt16?
  /// Whether a new speed begins here.
  var changesSpeed = false
  /// The best candidate that lost to this one and stands for another text.
  var rival: Rival?

  struct Rival: Sendable {
    var score: Double
    var from: Int32
    var kind: SegmentKind
  }

  /// - Parameter tempo: See ``SenderTiming/tempo``. It is below 1024 even with samples a microsecond apart.
  static func state(code: UInt16, tempo: Int) -> Int32 { Int32(code) << 10 | Int32(tempo) }
}

/// The best ways in which open segments may end at the present tick: for each state, in a few contexts.
struct Candidates: Sendable {
  private(set) var all: [Candidate] = []
  /// The states of ``all``, in an array of their own, because every new candidate searches it.
  private var states: [Int32] = []

  /// The maximum number of candidates.
  private static let maximumCount = 48
  /// Extra beam width, in nats, for segments that are still open.
  var openBeam = 0.0
  /// Score, in nats, of a code word that the alphabet does not have.
  private static let unknownCodeScore = -8.0

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
  }

  /// The lit segment of `path` ends as a dot or a dash.
  ///
  /// - Returns: Whether it can end so, now or later.
  @inline(__always)
  mutating func endLight(
    of path: borrowing Path, _ number: Int, _ length: Double, _ limit: Double, _ codes: borrowing CodeTree
  ) -> Bool {
    let least = limit - path.progress
    let dot = path.short.density(length), dash = path.long.density(length)
    guard max(dot, dash) > least else { return path.mayEndLater(length, over: least - openBeam) }
    if dot > least { offer(path, number, .dot, dot, limit, codes) }
    if dash > least { offer(path, number, .dash, dash, limit, codes) }
    return true
  }

  /// A mark of any speed, of `path`, ends as a dot or a dash.
  mutating func endMarkOfAnySpeed(
    of path: borrowing Path, _ number: Int, _ length: Double, _ limit: Double,
    _ speeds: borrowing FirstSpeeds, _ codes: borrowing CodeTree
  ) {
    let unit = log(length)
    endMark(.dot, of: path, number, length, limit, speeds, speeds.near(unit: unit), codes)
    endMark(.dash, of: path, number, length, limit, speeds, speeds.near(unit: unit - Self.logDash), codes)
    endMark(.dot, of: path, number, length, limit, speeds, speeds.known, codes)
    endMark(.dash, of: path, number, length, limit, speeds, speeds.known, codes)
  }

  /// A mark of `path` ends as a dot or a dash of one of the speeds at `indices`.
  private mutating func endMark(
    _ kind: SegmentKind, of path: borrowing Path, _ number: Int, _ length: Double, _ limit: Double,
    _ speeds: borrowing FirstSpeeds, _ indices: Range<Int>, _ codes: borrowing CodeTree
  ) {
    for index in indices where path.mayContinue(at: speeds.all[index]) {
      let speed = speeds.all[index]
      let density = speed.score + (kind == .dot ? speed.dot : speed.dash).density(length)
      guard density > limit - path.progress else { continue }
      offer(path, number, kind, density, limit, codes, speed: index, speed.tempo)
    }
  }

  /// The dark segment of `path` ends as a gap or a separator, or the first light begins.
  ///
  /// - Returns: Whether it can end so, now or later.
  @inline(__always)
  mutating func endDarkness(
    of path: borrowing Path, _ number: Int, _ length: Double, _ limit: Double, _ codes: borrowing CodeTree
  ) -> Bool {
    let least = limit - path.progress
    if path.code == 0 {
      // The first light may come at any time.
      if Self.firstLightScore > least { offer(path, number, .lead, Self.firstLightScore, limit, codes) }
      return true
    }
    let gap = path.short.density(length)
    let (separator, space, gain) = path.separatorDensity(length, over: least)
    guard max(gap, separator + path.gain) > least else {
      return path.mayEndLater(length, over: least - openBeam)
    }
    if gap > least { offer(path, number, .gap, gap, limit, codes) }
    if separator + path.gain > least {
      offer(path, number, .separator, separator, limit, codes, space: space, gain: path.gain + gain)
    }
    return true
  }

  /// Score, in nats, of the first light at a tick.
  private static let firstLightScore = -4.0
  /// The logarithm of a dash in dots.
  private static let logDash = log(3.0)

  /// - Parameter tempo: The tempo, if it is not the reading's own.
  private mutating func offer(
    _ path: borrowing Path, _ number: Int, _ kind: SegmentKind, _ density: Double, _ limit: Double,
    _ codes: borrowing CodeTree, speed: Int? = nil, _ tempo: Int? = nil, space: Float = 0, gain: Double = 0
  ) {
    var score = path.progress + density
    var code = path.code
    switch kind {
    case .lead: code = 1
    case .gap: break
    case .dot, .dash:
      guard code < 1 << 14 else { return }
      let wasPrefix = codes.isPrefix(code)
      code = code << 1 | (kind == .dash ? 1 : 0)
      if wasPrefix, !codes.isPrefix(code) { score += Self.unknownCodeScore }
    case .separator:
      if codes.isPrefix(code), !codes.isWord(code) { score += Self.unknownCodeScore }
      score += path.gain
      code = 1
    }
    guard score > limit else { return }
    let tempo = if let tempo { tempo } else { path.tempo }
    var context = path.language.context
    if kind == .separator { context = path.completed.context(afterSpace: space > 0.5) }
    let text = (path.text ^ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    insert(
      Candidate(
        score: score, text: text ^ text >> 29, from: Int32(number),
        state: Candidate.state(code: code, tempo: tempo), context: context, code: code, kind: kind,
        gain: gain, space: space, speed: speed.map(UInt16.init)))
  }

  /// Keeps `candidate` if it is the best of its context in its state, among the best contexts there, and among the best of all.
  /// The first light is always kept.
  mutating func insert(_ candidate: Candidate) {
    var (count, best, worst) = (0, -1, -1)
    for index in states.indices where states[index] == candidate.state {
      if all[index].context == candidate.context { return compare(candidate, at: index) }
      if count == 0 || all[index].score > all[best].score { best = index }
      if count == 0 || all[index].score < all[worst].score { worst = index }
      count += 1
    }
    guard count > 0 else { return append(candidate) }
    let least = max(all[best].score, candidate.score) - Self.contextBeam
    guard candidate.score > least, count < Self.maximumContexts || candidate.score > all[worst].score else {
      return addRival(candidate, of: best)
    }
    guard count == Self.maximumContexts || all[worst].score < least else { return append(candidate) }
    let loser = all[worst]
    all[worst] = candidate
    addRival(loser, of: best == worst || all[best].score < candidate.score ? worst : best)
  }

  private mutating func append(_ candidate: Candidate) {
    if all.count < Self.maximumCount || candidate.kind == .lead {
      all.append(candidate)
      states.append(candidate.state)
      return
    }
    guard let worst = all.indices.min(by: { all[$0].score < all[$1].score }),
      candidate.score > all[worst].score
    else { return }
    all[worst] = candidate
    states[worst] = candidate.state
  }

  /// Keeps the better of two candidates in one state and context: the following light has nearly the same probability after
  /// both.
  private mutating func compare(_ candidate: Candidate, at index: Int) {
    let other = all[index]
    guard candidate.score > other.score else {
      return addRival(candidate, of: index)
    }
    all[index] = candidate
    if candidate.text == other.text { all[index].rival = other.rival }
    addRival(other, of: index)
  }

  /// Records a dropped candidate as the rival of the best one, if it stands for another text and no better one is recorded.
  private mutating func addRival(_ candidate: Candidate, of best: Int) {
    guard candidate.text != all[best].text, candidate.score > all[best].rival?.score ?? -.infinity else {
      return
    }
    all[best].rival = .init(score: candidate.score, from: candidate.from, kind: candidate.kind)
  }

  /// The maximum number of contexts in one state, and their beam in nats. The letters that follow decide between them.
  private static let maximumContexts = 3
  private static let contextBeam = 6.0
}
