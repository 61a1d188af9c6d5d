/// A name or a value of the user is unknown or out of range. The command line and the settings add where the user wrote it.
package struct UsageError: Error {
  package var message: String

  package init(_ message: String) { self.message = message }

  /// Throws if a value is out of range.
  ///
  /// - Parameter name: The user's name of the value.
  package static func check(_ name: String, _ value: Double, in range: ClosedRange<Double>) throws(UsageError)
  {
    guard range.contains(value) else {
      throw UsageError(
        "\(name) must be \(range.lowerBound.plain) to \(range.upperBound.plain), not \(value.plain)")
    }
  }
}

/// Ends the program with an exit status. The message has been printed already.
package struct QuietExit: Error {
  package var status: Int32

  package init(_ status: Int32) { self.status = status }

  init(_ status: Failure.Status) { self.init(status.rawValue) }
}
