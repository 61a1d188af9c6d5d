/// A symmetric matrix, and the solution of its linear equations.
struct SymmetricMatrix {
  private let count: Int
  /// Row by row; only the lower triangle is used.
  private var elements: [Double]

  init(identity count: Int) {
    self.count = count
    elements = Array(repeating: 0, count: count * count)
    for index in 0..<count { elements[index * count + index] = 1 }
  }

  subscript(row: Int, column: Int) -> Double {
    get { elements[max(row, column) * count + min(row, column)] }
    set { elements[max(row, column) * count + min(row, column)] = newValue }
  }

  /// Adds `factor` times the product of `vector` with itself.
  mutating func add(_ vector: [Double], times factor: Double) {
    for row in 0..<count {
      for column in 0...row { elements[row * count + column] += factor * vector[row] * vector[column] }
    }
  }

  /// Solves matrix · solution = `vector` for a positive definite matrix (Cholesky's method).
  func solve(_ vector: [Double]) -> [Double] {
    var factor = elements
    var solution = vector
    for row in 0..<count {
      for column in 0...row {
        var sum = factor[row * count + column]
        for k in 0..<column { sum -= factor[row * count + k] * factor[column * count + k] }
        factor[row * count + column] =
          row == column ? max(sum, 1e-12).squareRoot() : sum / factor[column * count + column]
      }
    }
    for row in 0..<count {
      for k in 0..<row { solution[row] -= factor[row * count + k] * solution[k] }
      solution[row] /= factor[row * count + row]
    }
    for row in (0..<count).reversed() {
      for k in row + 1..<max(count, row + 1) { solution[row] -= factor[k * count + row] * solution[k] }
      solution[row] /= factor[row * count + row]
    }
    return solution
  }
}
