import Frames

/// Something that passes: the lights and sides of cars shine in one tile after another, so that each seems to be keyed by
/// the traffic.
///
/// What passes shows the same course to one side before and to the other side after. Beside a lamp that stays in its
/// place there is nothing like it, or its glow, which comes at the same time.
struct PassingLight {
  /// How far to either side it is looked for, in tiles.
  private static let distance = 3
  /// Frames around a mark that are compared, and by how many it may come earlier or later.
  private static let margin = 20
  private static let leastLag = 2
  private static let mostLag = 40
  /// The correlation of what is the same, of what surely is, and by how much it must exceed that of the same time.
  private static let likeness = 0.7
  private static let sureness = 0.85
  private static let excess = 0.15
  /// So many marks are looked at, the last ones: what passed before the light began tells nothing of it.
  private static let mostMarks = 12
  /// The share of the marks with which something passes.
  private static let usual = 0.4
  /// The same of a light that has been read for a while, of marks that lie so many seconds apart.
  private static let most = 0.6
  private static let standing = 10.0
  /// Marks seen on one side alone, for something else passes on the other, must come at one speed, give or take a share and a
  /// frame, so many of them and of those seen on both sides. Others tell nothing.
  private static let fewestAlike = 3
  private static let evenness = 0.2

  /// What a mark's surroundings show.
  private enum Evidence {
    /// It passes.
    case passing
    /// It seems to, on one side.
    case oneSided(Passage)
    /// It stays.
    case staying
    /// Nothing: it came so lately, or so soon after the first frame, that the frames in which it may be seen elsewhere are not
    /// there.
    case none
  }

  /// How something passes.
  private struct Passage {
    /// Whether from left to right or back, and not down or up.
    var isAcross: Bool
    /// From tile to tile, negative to the left or up.
    var frames: Int

    func isLike(_ other: Passage) -> Bool {
      isAcross == other.isAcross
        && abs(Double(frames - other.frames)) <= 1 + PassingLight.evenness * Double(abs(frames))
    }
  }

  private var own: [Double] = []
  private var beside: [Double] = []

  /// Whether the marks of the light that shone in `tile` as `lit` says are something that passes.
  mutating func isSeen(
    in tile: Int, lit: LitShares, frames: Range<Int>, history: GridHistory, shape: GridShape
  ) -> Bool {
    let marks = marks(lit, frames).suffix(Self.mostMarks)
    let (passing, staying) = count(marks, in: tile, history, shape)
    return passing > 0 && Double(passing) >= Self.usual * Double(passing + staying)
  }

  /// The same of a light that has been read for a while: whether most of its marks are, for longer than anybody takes to walk
  /// by. Only those are asked of which it is known already where else they were seen.
  mutating func isSurelySeen(in tile: Int, lit: LitShares, history: GridHistory, shape: GridShape) -> Bool {
    let (first, end) = (history.begin + Self.mostLag + Self.margin, history.end - Self.mostLag - Self.margin)
    guard first < end else { return false }
    let marks = marks(lit, first..<end)
    guard let begin = marks.first?.lowerBound, let last = marks.last?.lowerBound,
      history[last].start - history[begin].start > Self.standing
    else { return false }
    let count = min(marks.count, Self.mostMarks)
    let asked = (0..<count).map { marks[$0 * marks.count / count] }
    let most = Double(count) * (1 - Self.most)
    let (passing, _) = self.count(asked, in: tile, atMost: Int(most), history, shape)
    return Double(passing) >= Self.most * Double(count)
  }

  /// How many of the marks pass, and how many stay; no more are looked at once more than `most` stay.
  private mutating func count(
    _ marks: some Sequence<Range<Int>>, in tile: Int, atMost most: Int = .max, _ history: GridHistory,
    _ shape: GridShape
  ) -> (passing: Int, staying: Int) {
    let sides = sides(of: tile, shape)
    var (passing, staying) = (0, 0)
    var passages: [Passage] = []
    for mark in marks {
      if staying > most { break }
      switch evidence(of: mark, in: tile, sides, history) {
      case .passing: passing += 1
      case .oneSided(let passage): passages.append(passage)
      case .staying: staying += 1
      case .none: break
      }
    }
    let alike = passages.map { passage in passages.count { $0.isLike(passage) } }.max() ?? 0
    if passing + alike >= Self.fewestAlike { passing += alike }
    return (passing, staying)
  }

  /// The tiles to its left and right, above and below; of those at the picture's edge there is one.
  private func sides(of tile: Int, _ shape: GridShape) -> [(Int?, Int?)] {
    let (column, row) = (shape.column(of: tile), shape.row(of: tile))
    func side(_ column: Int, _ row: Int) -> Int? {
      (0..<shape.columns).contains(column) && (0..<shape.rows).contains(row)
        ? row * shape.columns + column : nil
    }
    return [
      (side(column - Self.distance, row), side(column + Self.distance, row)),
      (side(column, row - Self.distance), side(column, row + Self.distance)),
    ]
  }

  private func marks(_ lit: LitShares, _ frames: Range<Int>) -> [Range<Int>] {
    var marks: [Range<Int>] = []
    var began: Int?
    for frame in frames {
      if lit[frame] ?? 0 > 0.5 {
        began = began ?? frame
      } else if let first = began {
        marks.append(first..<frame)
        began = nil
      }
    }
    return marks
  }

  /// Whether the tile on one side shows the mark before it, and the one on the other side after it; at the picture's edge the
  /// one there is tells.
  private mutating func evidence(
    of mark: Range<Int>, in tile: Int, _ sides: [(Int?, Int?)], _ history: GridHistory
  ) -> Evidence {
    let span = mark.lowerBound - Self.margin..<mark.upperBound + Self.margin
    let wide = span.lowerBound - Self.mostLag..<span.upperBound + Self.mostLag
    var best: (passage: Passage, likeness: Double)?
    for (number, side) in sides.enumerated() {
      for measure in TileMeasure.allCases {
        func lag(_ other: Int?) -> (lag: Int, likeness: Double)? {
          other.flatMap {
            self.lag(
              of: $0, span.clamped(to: history.indices), wide.clamped(to: history.indices), at: tile, measure,
              in: history)
          }
        }
        let (first, second) = (lag(side.0), lag(side.1))
        if let first, let second, first.lag * second.lag < 0 { return .passing }
        if first != nil && side.1 == nil || second != nil && side.0 == nil { return .passing }
        for (seen, way) in [(first, -1), (second, 1)] {
          guard let seen, seen.likeness > max(Self.sureness, best?.likeness ?? 0) else { continue }
          best = (Passage(isAcross: number == 0, frames: way * seen.lag), seen.likeness)
        }
      }
    }
    if let best { return .oneSided(best.passage) }
    return wide.clamped(to: history.indices) == wide ? .staying : .none
  }

  /// By how many frames `other` shows later what `tile` shows in the span, and how like it is; `nil` where it does not or at
  /// the same time.
  private mutating func lag(
    of other: Int, _ span: Range<Int>, _ wide: Range<Int>, at tile: Int, _ measure: TileMeasure,
    in history: GridHistory
  ) -> (lag: Int, likeness: Double)? {
    own.removeAll(keepingCapacity: true)
    beside.removeAll(keepingCapacity: true)
    for frame in span { own.append(history.value(of: tile, measure, frame: frame)) }
    for frame in wide { beside.append(history.value(of: other, measure, frame: frame)) }
    let variance = own.variance
    guard variance > 0 else { return nil }
    let mean = own.reduce(0, +) / Double(own.count)
    for index in own.indices { own[index] = (own[index] - mean) / variance.squareRoot() }
    let start = span.lowerBound - wide.lowerBound
    let still = correlation(at: start)
    var best = (lag: 0, likeness: max(Self.likeness, still + Self.excess))
    for lag in -start...beside.count - own.count - start where abs(lag) >= Self.leastLag {
      let likeness = correlation(at: start + lag)
      if likeness > best.likeness { best = (lag, likeness) }
    }
    return best.lag == 0 ? nil : best
  }

  /// Of all that is `own` with as much of `beside` from `start` on.
  private func correlation(at start: Int) -> Double {
    var sum = 0.0
    var square = 0.0
    var product = 0.0
    for index in own.indices {
      let value = beside[start + index]
      sum += value
      square += value * value
      product += value * own[index]
    }
    let count = Double(own.count)
    let variance = square / count - sum * sum / count / count
    return variance > 1e-9 ? product / count / variance.squareRoot() : 0
  }
}
