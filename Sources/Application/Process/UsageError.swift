/// A name of the user is unknown, or choices of the user exclude each other. The command line and the settings add where the
/// user wrote it.
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
