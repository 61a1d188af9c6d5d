/// Smooth noise: random values on a lattice with smooth interpolation ("value noise").
package struct SceneTexture {
  private let values: [Float]
  private static let side = 256

  package init(seed: UInt64) {
    var random = SceneRandom(seed: seed, stream: SceneRandom.texture)
    values = (0..<Self.side * Self.side).map { _ in Float(random.within(-1...1)) }
  }

  /// The noise at a point, -1...1; the lattice has one value per unit.
  func value(_ x: Double, _ y: Double) -> Float {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (Self.ease(Float(x - column)), Self.ease(Float(y - row)))
    let mask = Self.side - 1
    let (left, right) = (Int(column) & mask, (Int(column) + 1) & mask)
    let (top, bottom) = ((Int(row) & mask) * Self.side, ((Int(row) + 1) & mask) * Self.side)
    let above = values[top + left] + (values[top + right] - values[top + left]) * u
    let below = values[bottom + left] + (values[bottom + right] - values[bottom + left]) * u
    return above + (below - above) * v
  }

  /// The noise of several sizes on top of each other, each half as large and `gain` times as strong as the one before.
  package func clouds(_ x: Double, _ y: Double, octaves: Int, gain: Float = 0.5) -> Float {
    var sum: Float = 0
    var strength: Float = 1
    var total: Float = 0
    for octave in 0..<octaves {
      let scale = Double(1 << octave)
      // Each size has another offset, so that they do not coincide at the origin.
      sum += strength * value(x * scale + 17.3 * Double(octave), y * scale + 41.7 * Double(octave))
      total += strength
      strength *= gain
    }
    return sum / total
  }

  private static func ease(_ t: Float) -> Float { t * t * (3 - 2 * t) }
}
