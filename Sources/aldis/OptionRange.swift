import ArgumentParser

/// Refuses the value of an option that is out of range.
func require(_ name: String, _ value: Double, in range: ClosedRange<Double>) throws {
  guard range.contains(value) else {
    throw ValidationError(
      "\(name) must be \(range.lowerBound.plain) to \(range.upperBound.plain), not \(value.plain)")
  }
}
