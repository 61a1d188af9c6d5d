import Frames

/// The marks and pauses of a light from a simple threshold. They are exact enough for a diagnosis.
struct ThresholdLengths: Sendable {
  /// Segments, alternately lit and dark, with lengths in frames. The first and the last are left out, because their lengths are
  /// unknown.
  let segments: [(isLit: Bool, length: Double)]
  /// The step from dark to lit over the noise of a frame.
  let contrastToNoise: Double
  /// The levels, lowest first.
  private let sorted: [Double]

  /// `nil` if there are at most 30 levels, or if they do not form two groups.
  init?(of levels: [Double]) {
    let sorted = levels.sorted()
    guard sorted.count > 30 else { return nil }
    // Two means (Lloyd 1957). They start at the lowest and the highest twentieth.
    var dark = sorted[sorted.count / 20]
    var lit = sorted[sorted.count - 1 - sorted.count / 20]
    for _ in 0..<12 {
      let middle = (dark + lit) / 2
      let split = sorted.firstIndex { $0 >= middle } ?? 0
      guard split > 0 else { return nil }
      dark = sorted[..<split].reduce(0, +) / Double(split)
      lit = sorted[split...].reduce(0, +) / Double(sorted.count - split)
    }
    guard lit > dark else { return nil }
    let shares = levels.map { ($0 - dark) / (lit - dark) }
    self.sorted = sorted
    var distances = shares.map { min(abs($0), abs($0 - 1)) }
    // Half of a normal distribution lies within 0.674 of its deviation.
    contrastToNoise = 0.674 / max(distances.takeMedian(), 1e-4)
    segments = Self.segments(shares)
  }

  /// The segments between crossings of the middle level. A crossing counts only if the light moves well beyond it (hysteresis).
  private static func segments(_ shares: [Double]) -> [(isLit: Bool, length: Double)] {
    var segments: [(isLit: Bool, length: Double)] = []
    var isLit = shares[0] > 0.5
    var start: Double?
    for index in 1..<shares.count where isLit ? shares[index] < 0.35 : shares[index] > 0.65 {
      let change = shares[index] - shares[index - 1]
      let crossing = Double(index) - min(1, max(0, (shares[index] - 0.5) / change))
      if let start { segments.append((isLit, crossing - start)) }
      start = crossing
      isLit.toggle()
    }
    return segments
  }

  /// The share of the frames that are completely dark or completely lit, near the outermost levels.
  func clearShare(contrastToNoise: Double) -> Double {
    let outer = max(1, sorted.count / 20)
    let dark = sorted[..<outer].reduce(0, +) / Double(outer)
    let step = sorted.suffix(outer).reduce(0, +) / Double(outer) - dark
    let margin = min(0.4, 0.08 + 1.5 / max(contrastToNoise, 1))
    let near = sorted.count { abs($0 - dark) < margin * step || abs($0 - dark - step) < margin * step }
    // Partly lit frames are also near by chance: their levels are uniformly distributed.
    return max(0, (Double(near) / Double(sorted.count) - 2 * margin) / (1 - 2 * margin))
  }

  var markCount: Int { segments.count { $0.isLit } }

  /// The lengths of the marks, shortest first.
  private var marks: [Double] { segments.filter(\.isLit).map(\.length).sorted() }

  /// The tenth percentile of the marks, in frames.
  var shortMark: Double {
    let marks = marks
    return marks.isEmpty ? 0 : marks[marks.count / 10]
  }

  /// The ninetieth percentile of the marks, in frames.
  var longMark: Double {
    let marks = marks
    return marks.isEmpty ? 0 : marks[marks.count - 1 - marks.count / 10]
  }

  /// The share of the time in pauses longer than `limit` frames.
  func share(ofPausesAbove limit: Double) -> Double {
    let total = segments.reduce(0) { $0 + $1.length }
    let long = segments.reduce(0) { $0 + (!$1.isLit && $1.length > limit ? $1.length : 0) }
    return total > 0 ? long / total : 0
  }

  /// Frames from mark to mark, if that is constant within 1.1 frames plus a tenth; else `nil`.
  var period: Double? {
    let lit = segments.indices.dropLast().filter { segments[$0].isLit }
    var periods = lit.map { segments[$0].length + segments[$0 + 1].length }
    guard periods.count >= 5 else { return nil }
    let usual = periods.takeMedian()
    return periods.allSatisfy { abs($0 - usual) < 1.1 + 0.1 * usual } ? usual : nil
  }

  /// Standard deviation of the lengths from the nearest length of Morse, as a share of it, at the speed that fits best.
  var spread: Double {
    let short = max(shortMark, 0.5)
    var best = Double.infinity
    var unit = short / 2
    while unit < 3 * short {
      best = min(best, meanSquareError(unit: unit))
      unit *= 1.03
    }
    return best.squareRoot()
  }

  private func meanSquareError(unit: Double) -> Double {
    var (sum, count) = (0.0, 0.0)
    // Pauses between characters may have any length.
    for segment in segments where segment.isLit || segment.length < 2 * unit {
      let dot = abs(segment.length / unit - 1)
      let dash = segment.isLit ? abs(segment.length / unit / 3 - 1) : 1
      let error = min(0.7, dot, dash)
      sum += error * error
      count += 1
    }
    return count > 0 ? sum / count : 0
  }
}
