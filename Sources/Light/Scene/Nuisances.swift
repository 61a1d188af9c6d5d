/// Known causes that change a tile besides the light that is searched: regressors over the same frames, which least squares
/// remove from a trace.
struct Nuisances {
  /// Orthogonal, with mean 0 and length 1.
  private var regressors: [[Double]] = []

  init() {}

  /// The residual motion that tiles at whole pixels do not follow. A tile's sum follows the residual, and its background
  /// difference follows the residual's size.
  init(ofMotionIn frames: [Int], of history: GridHistory) {
    guard frames.contains(where: { history[$0].motion.hasMoved }) else { return }
    let residuals = frames.map { history[$0].residual }
    add(residuals.map(\.x))
    add(residuals.map(\.y))
    add(residuals.map { $0.x * $0.x })
    add(residuals.map { $0.y * $0.y })
    add(residuals.map { $0.x * $0.y })
  }

  mutating func clear() { regressors.removeAll(keepingCapacity: true) }

  /// Adds a regressor. One that hardly varies, or that is a combination of the others, has no effect and is left out.
  mutating func add(_ regressor: [Double]) {
    var regressor = regressor
    let mean = regressor.reduce(0, +) / Double(max(1, regressor.count))
    for index in regressor.indices { regressor[index] -= mean }
    let before = regressor.product(with: regressor)
    remove(from: &regressor)
    let square = regressor.product(with: regressor)
    guard square > 1e-9, square > 0.02 * before else { return }
    for index in regressor.indices { regressor[index] /= square.squareRoot() }
    regressors.append(regressor)
  }

  /// Removes the nuisances from `trace`. Its mean stays.
  func remove(from trace: inout [Double]) {
    for regressor in regressors {
      let part = regressor.product(with: trace)
      trace.withUnsafeMutableBufferPointer { trace in
        regressor.withUnsafeBufferPointer { regressor in
          for index in trace.indices { trace[index] -= part * regressor[index] }
        }
      }
    }
  }
}
