import Frames

/// Detects passing objects: the lights and sides of cars appear in one tile after another, so that each tile seems to be keyed
/// by the traffic.
///
/// A passing object shows the same sequence of levels earlier on one side and later on the other side. The tiles beside a lamp
/// at rest show either no such sequence, or its glow, which changes at the same time as the lamp. A lamp that sways in a hand is
/// compared with tiles that it does not reach, by its lit times: no tile shows it all the time.
struct PassingLight {
  /// The distance of the tiles on either side that are compared, in tiles.
  private static let distance = 3
  /// Frames around a mark that are compared, and the least and the most frames by which it may come earlier or later.
  private static let margin = 20
  private static let minimumLag = 2
  private static let maximumLag = 40
  /// The least correlation if the object is seen on both sides, and if on one side only; and by how much it must exceed the
  /// correlation without a lag.
  private static let minimumCorrelation = 0.7
  private static let minimumOneSidedCorrelation = 0.85
  private static let minimumExcess = 0.15
  /// How many of the last marks are compared: objects that passed before the light began are irrelevant.
  private static let maximumMarks = 12
  /// The least share of the marks that pass.
  private static let minimumPassingShare = 0.4
  /// The same for a light that has been read for a while, and the least time that its marks cover, in seconds.
  private static let minimumSureShare = 0.6
  private static let minimumSureTime = 10.0
  /// A mark may be seen on one side only, because another object passes on the other side. Such marks count if they have the
  /// same speed, within `speedTolerance` and one frame, and if at least `minimumMarksAtOneSpeed` marks pass, including those
  /// that are seen on both sides. Otherwise they are no evidence.
  private static let minimumMarksAtOneSpeed = 3
  private static let speedTolerance = 0.2

  /// Whether the tiles around a mark show a passing object.
  private enum Evidence {
    /// A passing object.
    case passing
    /// An object that was seen on one side only.
    case oneSided(Passage)
    /// A light that stays at its place.
    case staying
    /// The mark is so recent, or so soon after the first frame, that frames for the comparison are missing.
    case unknown
  }

  /// Direction and speed of a passing object.
  private struct Passage {
    /// Whether it moves along a row, not along a column.
    var isAcross: Bool
    /// Frames for the distance of the compared tiles, negative to the left or up.
    var frames: Int

    func isLike(_ other: Passage) -> Bool {
      isAcross == other.isAcross
        && abs(Double(frames - other.frames)) <= 1 + PassingLight.speedTolerance * Double(abs(frames))
    }
  }

  /// A light that is compared with the tiles around it.
  private struct Subject {
    var tile: Int
    /// The lit times of a light that sways.
    var lit: LitShares?

    var distance: Int { PassingLight.distance + (lit == nil ? 0 : HandSway.reach) }

    func value(_ measure: TileMeasure, frame: Int, in history: GridHistory) -> Double {
      lit.map { $0[frame] ?? 0 } ?? history.value(of: tile, measure, frame: frame)
    }
  }

  private var own: [Double] = []
  private var beside: [Double] = []

  /// Whether the marks in `tile`, with the lit times `lit`, are passing objects.
  ///
  /// - Parameter sways: Whether it is a light that sways around the tile.
  mutating func isSeen(
    in tile: Int, lit: LitShares, sways: Bool = false, frames: Range<Int>, history: GridHistory,
    shape: GridShape
  ) -> Bool {
    let marks = marks(lit, frames).suffix(Self.maximumMarks)
    let (passing, staying) = count(marks, of: Subject(tile: tile, lit: sways ? lit : nil), history, shape)
    return passing > 0 && Double(passing) >= Self.minimumPassingShare * Double(passing + staying)
  }

  /// The same for a light that has been read for a while: whether most of its marks pass, for longer than a person needs to
  /// walk by. Only marks with all frames for the comparison are sampled.
  mutating func isSurelySeen(in tile: Int, lit: LitShares, history: GridHistory, shape: GridShape) -> Bool {
    let (first, end) = (
      history.begin + Self.maximumLag + Self.margin, history.end - Self.maximumLag - Self.margin
    )
    guard first < end else { return false }
    let marks = marks(lit, first..<end)
    guard let begin = marks.first?.lowerBound, let last = marks.last?.lowerBound,
      history[last].start - history[begin].start > Self.minimumSureTime
    else { return false }
    let count = min(marks.count, Self.maximumMarks)
    let sampled = (0..<count).map { marks[$0 * marks.count / count] }
    let maximum = Double(count) * (1 - Self.minimumSureShare)
    let (passing, _) = self.count(sampled, of: Subject(tile: tile), atMost: Int(maximum), history, shape)
    return Double(passing) >= Self.minimumSureShare * Double(count)
  }

  /// How many of the marks pass, and how many stay. The comparison stops when more than `maximum` stay.
  private mutating func count(
    _ marks: some Sequence<Range<Int>>, of subject: Subject, atMost maximum: Int = .max,
    _ history: GridHistory, _ shape: GridShape
  ) -> (passing: Int, staying: Int) {
    let sides = sides(of: subject, shape)
    var (passing, staying) = (0, 0)
    var passages: [Passage] = []
    for mark in marks {
      if staying > maximum { break }
      switch evidence(of: mark, subject, sides, history) {
      case .passing: passing += 1
      case .oneSided(let passage): passages.append(passage)
      case .staying: staying += 1
      case .unknown: break
      }
    }
    let alike = passages.map { passage in passages.count { $0.isLike(passage) } }.max() ?? 0
    if passing + alike >= Self.minimumMarksAtOneSpeed { passing += alike }
    return (passing, staying)
  }

  /// The tiles to its left and right, and above and below it; `nil` outside the picture.
  private func sides(of subject: Subject, _ shape: GridShape) -> [(Int?, Int?)] {
    let (column, row) = (shape.column(of: subject.tile), shape.row(of: subject.tile))
    func side(_ column: Int, _ row: Int) -> Int? {
      (0..<shape.columns).contains(column) && (0..<shape.rows).contains(row)
        ? row * shape.columns + column : nil
    }
    return [
      (side(column - subject.distance, row), side(column + subject.distance, row)),
      (side(column, row - subject.distance), side(column, row + subject.distance)),
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

  /// Whether the tile on one side shows the mark earlier, and the tile on the other side later. At the picture's edge the only
  /// tile decides.
  private mutating func evidence(
    of mark: Range<Int>, _ subject: Subject, _ sides: [(Int?, Int?)], _ history: GridHistory
  ) -> Evidence {
    let span = mark.lowerBound - Self.margin..<mark.upperBound + Self.margin
    let wide = span.lowerBound - Self.maximumLag..<span.upperBound + Self.maximumLag
    var best: (passage: Passage, correlation: Double)?
    for (number, side) in sides.enumerated() {
      for measure in TileMeasure.allCases {
        func lag(_ other: Int?) -> (lag: Int, correlation: Double)? {
          other.flatMap {
            self.lag(
              of: $0, span.clamped(to: history.indices), wide.clamped(to: history.indices), subject, measure,
              in: history)
          }
        }
        let (first, second) = (lag(side.0), lag(side.1))
        if let first, let second, first.lag * second.lag < 0 { return .passing }
        if first != nil && side.1 == nil || second != nil && side.0 == nil { return .passing }
        for (seen, direction) in [(first, -1), (second, 1)] {
          guard let seen, seen.correlation > max(Self.minimumOneSidedCorrelation, best?.correlation ?? 0)
          else {
            continue
          }
          best = (Passage(isAcross: number == 0, frames: direction * seen.lag), seen.correlation)
        }
      }
    }
    if let best { return .oneSided(best.passage) }
    return wide.clamped(to: history.indices) == wide ? .staying : .unknown
  }

  /// How many frames later `other` shows the levels that the light shows in `span` (negative: earlier), and the correlation. `nil`
  /// if it does not show them, or shows them at the same time.
  private mutating func lag(
    of other: Int, _ span: Range<Int>, _ wide: Range<Int>, _ subject: Subject, _ measure: TileMeasure,
    in history: GridHistory
  ) -> (lag: Int, correlation: Double)? {
    own.removeAll(keepingCapacity: true)
    beside.removeAll(keepingCapacity: true)
    for frame in span { own.append(subject.value(measure, frame: frame, in: history)) }
    for frame in wide { beside.append(history.value(of: other, measure, frame: frame)) }
    let variance = own.variance
    guard variance > 0 else { return nil }
    let mean = own.reduce(0, +) / Double(own.count)
    for index in own.indices { own[index] = (own[index] - mean) / variance.squareRoot() }
    let start = span.lowerBound - wide.lowerBound
    let still = correlation(at: start)
    var best = (lag: 0, correlation: max(Self.minimumCorrelation, still + Self.minimumExcess))
    for lag in -start...beside.count - own.count - start where abs(lag) >= Self.minimumLag {
      let correlation = correlation(at: start + lag)
      if correlation > best.correlation { best = (lag, correlation) }
    }
    return best.lag == 0 ? nil : best
  }

  /// The correlation of `own` with an equal length of `beside`, from `start` on.
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
