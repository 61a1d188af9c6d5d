import Foundation

/// A stretch that may end at the present tick.
struct Candidate: Sendable {
  var score: Double
  var text: UInt64
  /// The reading whose open stretch it is, by its number.
  var from: Int32
  /// Readings in the same place compete: in the same code word, at a similar speed.
  var place: Int32
  var code: UInt16
  var kind: SegmentKind
  /// Of the end of a character: how much more probable the text makes it than its elements, as a logarithm, and how probable
  /// it is that a space follows.
  var gain = 0.0
  var space: Float = 0
  /// Which of the ``FirstSpeeds``, if this ends a mark of any speed.
  var speed: UInt16?
  /// Whether a new speed begins here.
  var changesSpeed = false
  /// The best that lost to this one and says something else.
  var rival: Rival?

  struct Rival: Sendable {
    var score: Double
    var from: Int32
    var kind: SegmentKind
  }

  /// - Parameter tempo: See ``Hand/tempo``: below 1024, be samples a microsecond apart.
  static func place(code: UInt16, tempo: Int) -> Int32 { Int32(code) << 10 | Int32(tempo) }
}

/// The best ways in which open stretches may end at the present tick, one for each place.
struct Candidates: Sendable {
  private(set) var all: [Candidate] = []
  /// Theirs, side by side: every candidate looks for its own.
  private var places: [Int32] = []

  /// At most this many are kept.
  private static let width = 48
  /// How many nats beyond the limit what lasts is followed yet.
  var mercy = 0.0
  private static let unknownCode = -8.0

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// The lit stretch of `path` ends as a dot or a dash.
  ///
  /// - Returns: Whether it can, now or later.
  @inline(__always)
  mutating func endLight(
    of path: borrowing Path, _ number: Int, _ length: Double, _ limit: Double, _ codes: borrowing CodeTree
  ) -> Bool {
    let least = limit - path.progress
    let dot = path.short.density(length), dash = path.long.density(length)
    guard max(dot, dash) > least else { return path.mayEndLater(length, over: least - mercy) }
    if dot > least { offer(path, number, .dot, dot, limit, codes) }
    if dash > least { offer(path, number, .dash, dash, limit, codes) }
    return true
  }

  /// A mark of any speed, of `path`, ends as a dot or a dash.
  mutating func endMarkOfAnySpeed(
    of path: borrowing Path, _ number: Int, _ length: Double, _ limit: Double,
    _ speeds: borrowing FirstSpeeds, _ codes: borrowing CodeTree
  ) {
    let least = limit - path.progress
    let unit = log(length)
    for index in speeds.near(unit: unit) where path.mayGoOn(at: speeds.all[index]) {
      let speed = speeds.all[index]
      let density = speed.score + speed.dot.density(length)
      if density > least { offer(path, number, .dot, density, limit, codes, speed: index, speed.tempo) }
    }
    for index in speeds.near(unit: unit - Self.dashes) where path.mayGoOn(at: speeds.all[index]) {
      let speed = speeds.all[index]
      let density = speed.score + speed.dash.density(length)
      if density > least { offer(path, number, .dash, density, limit, codes, speed: index, speed.tempo) }
    }
  }

  /// The dark stretch of `path` ends as a gap or a separator, or the first light comes.
  ///
  /// - Returns: Whether it can, now or later.
  @inline(__always)
  mutating func endDarkness(
    of path: borrowing Path, _ number: Int, _ length: Double, _ limit: Double, _ codes: borrowing CodeTree
  ) -> Bool {
    let least = limit - path.progress
    if path.code == 0 {
      // The first light comes whenever it comes.
      if Self.firstLight > least { offer(path, number, .lead, Self.firstLight, limit, codes) }
      return true
    }
    let gap = path.short.density(length)
    let (separator, space, gain) = path.separatorDensity(length, over: least)
    guard max(gap, separator + path.gain) > least else {
      return path.mayEndLater(length, over: least - mercy)
    }
    if gap > least { offer(path, number, .gap, gap, limit, codes) }
    if separator + path.gain > least {
      offer(path, number, .separator, separator, limit, codes, space: space, gain: path.gain + gain)
    }
    return true
  }

  private static let firstLight = -4.0
  private static let dashes = log(3.0)

  /// - Parameter tempo: Where it is not the reading's own.
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
      let wasBeginning = codes.isBeginning(code)
      code = code << 1 | (kind == .dash ? 1 : 0)
      if wasBeginning, !codes.isBeginning(code) { score += Self.unknownCode }
    case .separator:
      if codes.isBeginning(code), !codes.isWord(code) { score += Self.unknownCode }
      score += path.gain
      code = 1
    }
    guard score > limit else { return }
    let tempo = if let tempo { tempo } else { path.tempo }
    let text = (path.text ^ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    insert(
      Candidate(
        score: score, text: text ^ text >> 29, from: Int32(number),
        place: Candidate.place(code: code, tempo: tempo), code: code, kind: kind,
        gain: gain, space: space, speed: speed.map(UInt16.init)))
  }

  /// Keeps `candidate` if it is the best in its place and among the best of all. The first light always is.
  mutating func insert(_ candidate: Candidate) {
    if let index = index(of: candidate.place) { return compare(candidate, at: index) }
    if all.count < Self.width || candidate.kind == .lead {
      all.append(candidate)
      places.append(candidate.place)
      return
    }
    guard let worst = all.indices.min(by: { all[$0].score < all[$1].score }),
      candidate.score > all[worst].score
    else { return }
    all[worst] = candidate
    places[worst] = candidate.place
  }

  private func index(of place: Int32) -> Int? {
    let places = places.span
    for index in places.indices where places[index] == place { return index }
    return nil
  }

  private mutating func compare(_ candidate: Candidate, at index: Int) {
    let isSame = candidate.text == all[index].text
    if candidate.score > all[index].score {
      let other = all[index]
      all[index] = candidate
      all[index].rival =
        isSame ? other.rival : .init(score: other.score, from: other.from, kind: other.kind)
    } else if !isSame, candidate.score > all[index].rival?.score ?? -.infinity {
      all[index].rival = .init(score: candidate.score, from: candidate.from, kind: candidate.kind)
    }
  }
}
