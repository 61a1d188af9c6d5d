import Interface

/// How a window opens, how long it stays, and what is kept of it.
package struct WindowChoices: Sendable {
  /// `nil` if the user did not say.
  package var size: PictureSize?
  /// Seconds; `nil` runs until the user ends it.
  package var duration: Double?
  /// A file for a picture of the window at the end.
  package var screenshot: String?
  package var language = Language.english

  package init() {}

  /// Pixels a side: twice the side of the largest displays sold.
  package static let largestSide = 16_384 / 2

  var deadline: ContinuousClock.Instant? { duration.map { .now + .seconds($0) } }
}
