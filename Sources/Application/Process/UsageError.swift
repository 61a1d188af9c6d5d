/// What the user named is unknown or out of range; the command line and the settings say where it was named.
package struct UsageError: Error {
  package var message: String

  package init(_ message: String) { self.message = message }

  /// Refuses a value that is out of range.
  ///
  /// - Parameter name: What the user calls the value.
  package static func check(_ name: String, _ value: Double, in range: ClosedRange<Double>) throws(UsageError)
  {
    guard range.contains(value) else {
      throw UsageError(
        "\(name) must be \(range.lowerBound.plain) to \(range.upperBound.plain), not \(value.plain)")
    }
  }
}

/// Ends the program with an exit status; what is wrong has been printed already.
package struct QuietExit: Error {
  package var status: Int32

  package init(_ status: Int32) { self.status = status }

  init(_ status: Failure.Status) { self.init(status.rawValue) }
}
