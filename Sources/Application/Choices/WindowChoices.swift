import Interface
import Localization

/// The user's choices for a window: its size, duration, screenshot and language.
package struct WindowChoices: Sendable {
  /// `nil` if the user chose none.
  package var size: PictureSize?
  /// Seconds; with `nil` the window runs until the user ends it.
  package var duration: Double?
  /// The file for a picture of the window at the end.
  package var screenshot: String?
  package var language = Language.english

  package init() {}

  /// Limit of each side in pixels: twice the side of the largest displays sold.
  package static let largestSide = 16_384 / 2

  var deadline: ContinuousClock.Instant? { duration.map { .now + .seconds($0) } }
}
