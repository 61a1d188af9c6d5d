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
  /// The correlation of what is the same, and by how much it must exceed that of the same time.
  private static let likeness = 0.7
  private static let excess = 0.15
  /// The share of the marks with which something passes.
  private static let usual = 0.4

  private var own: [Double] = []
  private var beside: [Double] = []

  /// Whether the marks of the light that shone in `tile` as `lit` says are something that passes.
  mutating func isSeen(
    in tile: Int, lit: LitShares, frames: Range<Int>, history: GridHistory, shape: GridShape
  ) -> Bool {
    let sides = sides(of: tile, shape)
    let marks = marks(lit, frames)
    var passing = 0
    for mark in marks
    where sides.contains(where: { passes($0, $1, mark, at: tile, in: history) }) { passing += 1 }
    return !marks.isEmpty && Double(passing) >= Self.usual * Double(marks.count)
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
  private mutating func passes(
    _ first: Int?, _ second: Int?, _ mark: Range<Int>, at tile: Int, in history: GridHistory
  ) -> Bool {
    for measure in TileMeasure.allCases {
      let lags = [first, second].compactMap { $0 }.map {
        lag(of: $0, mark, at: tile, measure, in: history)
      }
      guard let lag = lags.first ?? nil, let other = lags.last ?? nil else { continue }
      if lags.count == 1 || lag * other < 0 { return true }
    }
    return false
  }

  /// By how many frames `other` shows later what `tile` shows around the mark, `nil` where it does not or at the same time.
  private mutating func lag(
    of other: Int, _ mark: Range<Int>, at tile: Int, _ measure: TileMeasure, in history: GridHistory
  ) -> Int? {
    let span = (mark.lowerBound - Self.margin..<mark.upperBound + Self.margin).clamped(to: history.indices)
    let wide = (span.lowerBound - Self.mostLag..<span.upperBound + Self.mostLag).clamped(to: history.indices)
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
    return best.lag == 0 ? nil : best.lag
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
