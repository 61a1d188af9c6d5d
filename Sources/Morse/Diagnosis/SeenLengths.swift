/// The marks and pauses of a light as a mere threshold shows them: enough to say what is wrong with them.
struct SeenLengths: Sendable {
  /// Lit and dark in turn, in frames, but for the first and last stretch, whose lengths are unknown.
  let stretches: [(isLit: Bool, length: Double)]
  /// The step from dark to lit over the noise of a frame.
  let contrastToNoise: Double
  /// The levels, lowest first.
  private let sorted: [Double]

  /// `nil` where there are no two levels.
  init?(of levels: [Double]) {
    let sorted = levels.sorted()
    guard sorted.count > 30 else { return nil }
    // Two means (Lloyd 1957), from the outer twentieths.
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
    let distances = shares.map { min(abs($0), abs($0 - 1)) }.sorted()
    // Half of a normal distribution lies within 0.674 of its deviation.
    contrastToNoise = 0.674 / max(distances[distances.count / 2], 1e-4)
    stretches = Self.stretches(shares)
  }

  /// Crossings of the middle, where the light goes on to leave it clearly.
  private static func stretches(_ shares: [Double]) -> [(isLit: Bool, length: Double)] {
    var stretches: [(isLit: Bool, length: Double)] = []
    var isLit = shares[0] > 0.5
    var start: Double?
    for index in 1..<shares.count where isLit ? shares[index] < 0.35 : shares[index] > 0.65 {
      let change = shares[index] - shares[index - 1]
      let crossing = Double(index) - min(1, max(0, (shares[index] - 0.5) / change))
      if let start { stretches.append((isLit, crossing - start)) }
      start = crossing
      isLit.toggle()
    }
    return stretches
  }

  /// The share of the frames that are wholly dark or wholly lit, as the outermost levels are.
  func clearShare(contrastToNoise: Double) -> Double {
    let outer = max(1, sorted.count / 20)
    let dark = sorted[..<outer].reduce(0, +) / Double(outer)
    let step = sorted.suffix(outer).reduce(0, +) / Double(outer) - dark
    let margin = min(0.4, 0.08 + 1.5 / max(contrastToNoise, 1))
    let near = sorted.count { abs($0 - dark) < margin * step || abs($0 - dark - step) < margin * step }
    // Frames that are lit in part come near by chance, by any part alike.
    return max(0, (Double(near) / Double(sorted.count) - 2 * margin) / (1 - 2 * margin))
  }

  var markCount: Int { stretches.count { $0.isLit } }

  /// The mark that a tenth of them are shorter than, in frames.
  var shortMark: Double {
    let marks = stretches.filter(\.isLit).map(\.length).sorted()
    return marks.isEmpty ? 0 : marks[marks.count / 10]
  }

  /// And the one that a tenth are longer than.
  var longMark: Double {
    let marks = stretches.filter(\.isLit).map(\.length).sorted()
    return marks.isEmpty ? 0 : marks[marks.count - 1 - marks.count / 10]
  }

  /// The share of the time in pauses of more than so many frames.
  func share(ofPausesAbove limit: Double) -> Double {
    let whole = stretches.reduce(0) { $0 + $1.length }
    let long = stretches.reduce(0) { $0 + (!$1.isLit && $1.length > limit ? $1.length : 0) }
    return whole > 0 ? long / whole : 0
  }

  /// Frames from mark to mark, if it is always the same, give or take a frame and a tenth; `nil` if not.
  var period: Double? {
    let lit = stretches.indices.dropLast().filter { stretches[$0].isLit }
    let periods = lit.map { stretches[$0].length + stretches[$0 + 1].length }.sorted()
    guard periods.count >= 5 else { return nil }
    let usual = periods[periods.count / 2]
    return periods.allSatisfy { abs($0 - usual) < 1.1 + 0.1 * usual } ? usual : nil
  }

  /// One standard deviation of the lengths around the nearest that Morse has, as a share of it, at the speed that suits
  /// them best.
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
    // Between characters a sender may pause as long as he likes.
    for stretch in stretches where stretch.isLit || stretch.length < 2 * unit {
      let dot = abs(stretch.length / unit - 1)
      let dash = stretch.isLit ? abs(stretch.length / unit / 3 - 1) : 1
      let error = min(0.7, dot, dash)
      sum += error * error
      count += 1
    }
    return count > 0 ? sum / count : 0
  }
}
