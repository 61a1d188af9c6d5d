/// What moves the tiles around a torch together, besides the torch: a shaken picture, another lamp's glow, somebody who
/// walks by, the lamp's own wandering from tile to tile.
///
/// Each of these moves every tile by a share of its own: a pattern. The patterns are the eigenvectors of the covariance of
/// what the torch leaves unexplained, as far as they stand out from chance: of `n` tiles of white noise over `m`
/// frames the largest eigenvalue is (1 + sqrt(n/m))^2 (Marchenko and Pastur, 1967). A measure of the torch that heeds
/// them, w = C^-1 s in place of w = s, is the one of the best ratio of signal to interference and noise (Capon, 1969).
struct Interference {
  private struct Pattern {
    var direction: [Double]
    var variance: Double
  }

  /// Light that may wander from one tile to another, in standard deviations of each tile's noise.
  struct Move {
    var from: Int
    var to: Int
    var leaves: Double
    var arrives: Double
  }

  /// Two directions of shake, their curvature, a neighbour.
  private static let most = 6
  /// How far above the edge of chance a pattern must stand: neighbouring frames are not independent.
  private static let margin = 1.5

  private var covariance: [Double] = []
  private var patterns: [Pattern] = []
  private var count = 0
  /// The variance of a tile that no pattern explains, in units of its noise.
  private(set) var rest = 1.0

  /// Begins with `count` tiles.
  mutating func begin(count: Int) {
    self.count = count
    patterns.removeAll(keepingCapacity: true)
    covariance.removeAll(keepingCapacity: true)
    covariance.append(contentsOf: repeatElement(0, count: count * count))
  }

  /// Takes in what one frame leaves unexplained, in standard deviations of each tile's noise.
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

  /// Finds the patterns, after so many samples were taken in.
  mutating func find(samples: Int) {
    rest = 1
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
    while patterns.count < min(Self.most, count - 1) {
      let (direction, value) = strongest()
      let white = (trace - value) / Double(count - patterns.count - 1)
      guard value > Self.margin * edge * edge * white else { break }
      patterns.append(Pattern(direction: direction, variance: value))
      deflate(direction, value)
      trace -= value
    }
    rest = trace / Double(count - patterns.count)
  }

  /// The weights of `signal` (in standard deviations of each tile's noise) that are blind to the patterns, and to `moves` as
  /// far as those are larger than the noise.
  func heed(_ signal: [Double], moves: [Move]) -> [Double] {
    var matrix = SymmetricMatrix(identity: count)
    for pattern in patterns {
      matrix.add(pattern.direction, times: pattern.variance / max(rest, 1e-9) - 1)
    }
    // All in units of what noise there is besides the patterns.
    for move in moves {
      matrix[move.from, move.from] += move.leaves * move.leaves / max(rest, 1e-9)
      matrix[move.to, move.to] += move.arrives * move.arrives / max(rest, 1e-9)
      matrix[move.from, move.to] -= move.leaves * move.arrives / max(rest, 1e-9)
    }
    return matrix.solve(signal)
  }

  /// The eigenvector of the largest eigenvalue, by the power method.
  private func strongest() -> (direction: [Double], value: Double) {
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

extension Array where Element == Double {
  fileprivate func product(with other: [Double]) -> Double {
    var sum = 0.0
    for index in indices { sum += self[index] * other[index] }
    return sum
  }

  /// Makes its length 1, unless it is 0.
  fileprivate mutating func normalise() {
    let length = product(with: self).squareRoot()
    guard length > 0 else { return }
    for index in indices { self[index] /= length }
  }
}
