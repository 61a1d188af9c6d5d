import Application
import ArgumentParser

/// Throws if the value of an option is out of range.
func require(_ name: String, _ value: Double, in range: ClosedRange<Double>) throws {
  guard range.contains(value) else {
    throw ValidationError(
      "\(name) must be \(range.lowerBound.plain) to \(range.upperBound.plain), not \(value.plain)")
  }
}

/// The result of `body`. A usage error of the application becomes an error of the command line, which names the help.
func checked<Value>(_ body: () throws(UsageError) -> Value) throws -> Value {
  do throws(UsageError) {
    return try body()
  } catch {
    throw ValidationError(error.message)
  }
}

/// A function that turns the text of an option into its value by `named`.
func option<Value>(
  _ named: @escaping @Sendable (String) throws(UsageError) -> Value
) -> @Sendable (String) throws -> Value {
  { text in try checked { () throws(UsageError) in try named(text) } }
}
