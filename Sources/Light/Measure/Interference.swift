/// Common changes of the tiles around a torch that are not its keying: a shaken picture, another lamp's glow, an occluder that
/// walks by, or the lamp's own motion from tile to tile.
///
/// Each cause changes every tile by a fixed share: a pattern. The patterns are the eigenvectors of the covariance of the
/// residuals that the torch does not explain, if their eigenvalues exceed chance: for `n` tiles of white noise over `m` frames
/// the largest eigenvalue is (1 + sqrt(n/m))^2 (Marchenko and Pastur, 1967). Let s be the torch's step in each tile, and C the
/// covariance of everything else. The weights w = C^-1 s, in place of w = s, give the best ratio of signal to interference and
/// noise (Capon, 1969).
struct Interference {
  private struct Pattern {
    var direction: [Double]
    var variance: Double
  }

  /// Light that may move from one tile to another. The light that `leaves` the first tile and the light that `arrives` in the
  /// second are each in standard deviations of that tile's noise.
  struct Move {
    var from: Int
    var to: Int
    var leaves: Double
    var arrives: Double
  }

  /// The most patterns: two directions of shake, their three second derivatives, and a neighbour.
  private static let maximumPatterns = 6
  /// The least ratio of a pattern's eigenvalue to the largest one by chance. It is above 1 because neighbouring frames are not
  /// independent.
  private static let chanceMargin = 1.5

  private var covariance: [Double] = []
  private var patterns: [Pattern] = []
  private var count = 0
  /// The variance of a tile that no pattern explains, in units of its noise variance.
  private var unexplainedVariance = 1.0

  /// Begins with `count` tiles.
  mutating func begin(count: Int) {
    self.count = count
    patterns.removeAll(keepingCapacity: true)
    covariance.removeAll(keepingCapacity: true)
    covariance.append(contentsOf: repeatElement(0, count: count * count))
  }

  /// Adds the residuals of one frame, in standard deviations of each tile's noise.
  mutating func take(_ residuals: [Double]) {
    covariance.withUnsafeMutableBufferPointer { covariance in
      residuals.withUnsafeBufferPointer { residuals in
        for row in 0..<count {
          let r = residuals[row]
          let start = row * count
          for column in 0...row { covariance[start + column] += r * residuals[column] }
        }
      }
    }
  }

  /// Finds the patterns after all residuals were added. `samples` is their number.
  mutating func findPatterns(samples: Int) {
    unexplainedVariance = 1
    guard samples > 0, count > 1 else { return }
    var trace = 0.0
    for row in 0..<count {
      for column in 0...row {
        let value = covariance[row * count + column] / Double(samples)
        covariance[row * count + column] = value
        covariance[column * count + row] = value
      }
      trace += covariance[row * count + row]
    }
    let edge = 1 + (Double(count) / Double(samples)).squareRoot()
    while patterns.count < min(Self.maximumPatterns, count - 1) {
      let (direction, value) = strongestPattern()
      let white = (trace - value) / Double(count - patterns.count - 1)
      guard value > Self.chanceMargin * edge * edge * white else { break }
      patterns.append(Pattern(direction: direction, variance: value))
      deflate(direction, value)
      trace -= value
    }
    unexplainedVariance = trace / Double(count - patterns.count)
  }

  /// The weights for `signal` (in standard deviations of each tile's noise). They suppress the patterns, and the `moves` that
  /// are larger than the noise.
  func weights(for signal: [Double], moves: [Move]) -> [Double] {
    // The covariance of everything but the signal, in units of the variance that no pattern explains.
    var matrix = SymmetricMatrix(identity: count)
    let unit = max(unexplainedVariance, 1e-9)
    for pattern in patterns { matrix.add(pattern.direction, times: pattern.variance / unit - 1) }
    for move in moves {
      matrix[move.from, move.from] += move.leaves * move.leaves / unit
      matrix[move.to, move.to] += move.arrives * move.arrives / unit
      matrix[move.from, move.to] -= move.leaves * move.arrives / unit
    }
    return matrix.solve(signal)
  }

  /// The largest eigenvalue of the covariance and its eigenvector, by the power method. 40 rounds and the tolerance of 1e-4 are
  /// chosen: the direction need not be exact.
  private func strongestPattern() -> (direction: [Double], value: Double) {
    var direction = (0..<count).map { covariance[$0 * count + $0] }
    var next = direction
    var value = 0.0
    for _ in 0..<40 {
      direction.normalise()
      covariance.withUnsafeBufferPointer { covariance in
        for row in 0..<count {
          var sum = 0.0
          for column in 0..<count { sum += covariance[row * count + column] * direction[column] }
          next[row] = sum
        }
      }
      let last = value
      value = direction.product(with: next)
      swap(&direction, &next)
      if abs(value - last) < 1e-4 * value { break }
    }
    direction.normalise()
    return (direction, value)
  }

  private mutating func deflate(_ direction: [Double], _ value: Double) {
    for row in 0..<count {
      for column in 0..<count {
        covariance[row * count + column] -= value * direction[row] * direction[column]
      }
    }
  }
}

extension [Double] {
  /// Makes its length 1, unless it is 0.
  fileprivate mutating func normalise() {
    let length = product(with: self).squareRoot()
    guard length > 0 else { return }
    for index in indices { self[index] /= length }
  }
}
