import Application
import ArgumentParser

/// Throws if the value of an option is out of range.
func require(_ name: String, _ value: Double, in range: ClosedRange<Double>) throws {
  guard range.contains(value) else {
    throw ValidationError("\(name) must be \(range.words), not \(value.plain)")
  }
}

/// A function that turns the text of an option into a number of `range`.
///
/// - Parameter words: The range for people.
func number(
  in range: ClosedRange<Double>, _ words: String? = nil
) -> @Sendable (String) throws -> Double {
  { text in
    guard let value = Double(text), range.contains(value) else {
      throw ValidationError("must be \(words ?? range.words)")
    }
    return value
  }
}

/// A function that turns the text of an option into a whole number of `range`.
func number<Value: FixedWidthInteger & Sendable>(
  in range: ClosedRange<Value>
) -> @Sendable (String) throws -> Value {
  { text in
    guard let value = Value(text), range.contains(value) else {
      throw ValidationError("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

extension ClosedRange<Double> {
  fileprivate var words: String { "a number from \(lowerBound.plain) to \(upperBound.plain)" }
}

/// The result of `body`. A usage error of the application becomes an error of the command line, which names the help.
func checked<Value>(_ body: () throws(UsageError) -> Value) throws -> Value {
  do throws(UsageError) {
    return try body()
  } catch {
    throw ValidationError(error.message)
  }
}

/// A function that turns the text of an option into its value by `named`. If the error begins with "must be", ``UsageMessage``
/// adds the name of the option and the text.
func option<Value>(
  _ named: @escaping @Sendable (String) throws(UsageError) -> Value
) -> @Sendable (String) throws -> Value {
  { text in try checked { () throws(UsageError) in try named(text) } }
}
