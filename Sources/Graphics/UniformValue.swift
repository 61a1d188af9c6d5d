/// A value for a uniform that is known only by its name.
public enum UniformValue: Hashable, Sendable {
  /// A `float`, or a `bool` as 0 or 1.
  case number(Float)
  /// A `vec3`.
  case vector(SIMD3<Float>)
}

extension Program {
  /// Sets uniforms by their names; names that the program does not have are skipped. The program must be in use.
  public borrowing func set(_ values: [String: UniformValue]) {
    for (name, value) in values {
      let place = uniform(name)
      guard place.isActive else { continue }
      switch value {
      case .number(let number): set(place, number)
      case .vector(let vector): set(place, vector)
      }
    }
  }
}
