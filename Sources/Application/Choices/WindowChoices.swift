import Graphics
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

  /// Limit of each side in pixels. The largest displays sold are 7680 pixels wide.
  package static let largestSide = 8192

  var deadline: ContinuousClock.Instant? { duration.map { .now + .seconds($0) } }

  /// Opens a window for `scene`.
  ///
  /// - Parameter usual: The window's size in points if the user chose none; `nil` means the default size.
  func open(
    _ scene: Stage.Scene, usual: (width: Int?, height: Int?) = (nil, nil)
  ) throws(GraphicsError) -> MonitorWindow {
    var description = WindowDescription()
    description.width = size?.width ?? usual.width ?? description.width
    description.height = size?.height ?? usual.height ?? description.height
    description.fitsDisplay = size == nil
    let window = try MonitorWindow(scene, description)
    window.language = language
    return window
  }
}
