import Foundation

/// A stretch that may end at the present tick.
struct Candidate: Sendable {
  var score: Double
  /// The reading whose open stretch it is, by its number.
  var from: Int
  var kind: SegmentKind
  var code: UInt16
  var text: UInt64
  /// Readings in the same place compete: in the same code word, at a similar speed.
  var place: Int
  /// Logarithm of a new speed's unit, if the speed changes here.
  var unit: Double?
  /// The best that lost to this one and says something else.
  var rival: Rival?

  struct Rival: Sendable {
    var from: Int
    var kind: SegmentKind
    var score: Double
  }

  static func place(code: UInt16, tempo: Int) -> Int { Int(code) << 8 | tempo }
}

/// The best ways in which open stretches may end at the present tick, one for each place.
struct Candidates: Sendable {
  private(set) var all: [Candidate] = []

  /// At most this many are kept.
  private static let width = 24
  private static let unknownCode = -8.0
  private static let singleElement = -0.7

  mutating func removeAll() { all.removeAll(keepingCapacity: true) }

  /// The lit stretch of `path` ends as a dot or a dash.
  @inline(__always)
  mutating func endLight(
    of path: borrowing Path, _ number: Int, at tick: Int, _ limit: Double, _ codes: borrowing CodeTree
  ) {
    let length = Double(tick - path.start)
    offer(path, number, .dot, path.short.density(length), limit, codes)
    offer(path, number, .dash, path.long.density(length), limit, codes)
  }

  /// The dark stretch of `path` ends as a gap or a separator.
  @inline(__always)
  mutating func endDarkness(
    of path: borrowing Path, _ number: Int, at tick: Int, _ limit: Double, _ codes: borrowing CodeTree
  ) {
    // The first light comes whenever it comes.
    if path.code == 0 { return offer(path, number, .lead, -4, limit, codes) }
    let length = Double(tick - path.start)
    offer(path, number, .gap, path.short.density(length), limit, codes)
    offer(
      path, number, .separator, Self.separator(length, path.long, over: limit - path.progress), limit, codes)
  }

  /// The logarithm of the probability of a gap between characters or words.
  ///
  /// Gaps between characters come near their mean. One in five parts words: 7/3 times as long, give or take a third; one
  /// in fifty is a pause of any length.
  ///
  /// - Parameter least: No matter how far below this it lies.
  @inline(__always)
  private static func separator(_ length: Double, _ usual: Hand.Length, over least: Double) -> Double {
    let character = usual.density(length)
    guard length > usual.mean, -2.6 + 1.1 - usual.logMean > least else { return character }
    let logarithm = log(length)
    let stretch = logarithm - usual.logMean
    let z = (stretch - 0.85) / 0.35
    let word = -2.6 + 1.1 - logarithm - 0.5 * z * z
    let pause = -5 + 1.1 - logarithm - 0.5 * stretch
    return max(character, word, pause)
  }

  @inline(__always)
  private mutating func offer(
    _ path: borrowing Path, _ number: Int, _ kind: SegmentKind, _ density: Double, _ limit: Double,
    _ codes: borrowing CodeTree
  ) {
    guard path.progress + density > limit else { return }
    offerLikely(path, number, kind, density, limit, codes)
  }

  private mutating func offerLikely(
    _ path: borrowing Path, _ number: Int, _ kind: SegmentKind, _ density: Double, _ limit: Double,
    _ codes: borrowing CodeTree
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
      // A text has fewer E and T than one separator after three elements would give.
      if code < 4 { score += Self.singleElement }
      code = 1
    }
    guard score > limit else { return }
    let text = (path.text ^ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    insert(
      Candidate(
        score: score, from: number, kind: kind, code: code, text: text ^ text >> 29,
        place: Candidate.place(code: code, tempo: path.tempo)))
  }

  /// Keeps `candidate` if it is the best in its place and among the best of all. Before the first light every speed is.
  mutating func insert(_ candidate: Candidate) {
    var worst = (index: 0, score: Double.infinity)
    for index in all.indices {
      if all[index].place == candidate.place { return compare(candidate, at: index) }
      if all[index].score < worst.score, all[index].kind != .lead { worst = (index, all[index].score) }
    }
    if all.count < Self.width || candidate.kind == .lead {
      all.append(candidate)
    } else if candidate.score > worst.score {
      all[worst.index] = candidate
    }
  }

  private mutating func compare(_ candidate: Candidate, at index: Int) {
    let other = all[index]
    let isSame = candidate.text == other.text
    if candidate.score > other.score {
      all[index] = candidate
      all[index].rival =
        isSame ? other.rival : .init(from: other.from, kind: other.kind, score: other.score)
    } else if !isSame, candidate.score > other.rival?.score ?? -.infinity {
      all[index].rival = .init(from: candidate.from, kind: candidate.kind, score: candidate.score)
    }
  }
}
