/// A name that the user gave is unknown, or the user's choices exclude each other. The command line and the settings add the
/// place of the mistake.
package struct UsageError: Error {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// Ends the program with an exit status. The message has been printed already.
package struct QuietExit: Error {
  package var status: Int32

  package init(_ status: Int32) { self.status = status }

  init(_ status: Failure.Status) { self.init(status.rawValue) }
}
