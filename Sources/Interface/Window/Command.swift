import Frames
import Graphics

/// A command of the user, by a key or a control.
public enum Command: Sendable, Hashable {
  /// Pauses or continues a recording; freezes the picture of a live source, while reading continues.
  case freeze
  case calibrate
  case moreSensitive
  case lessSensitive
  /// 0...1.
  case sensitivity(Double)
  /// The threshold lies between the torch's dark and bright levels again.
  case automaticSensitivity
  /// By its name.
  case alphabet(String)

  /// Shows this torch's brightness in the curve below the picture (the scope).
  case trace(TorchID)
  /// Shows the next torch in the scope.
  case traceNext

  // The source.
  case open(String)
  case camera(String)
  case demo
  /// Opens the choice of a source.
  case chooseSource
  case chooseAlphabet
  /// Asks for the cameras, or for recordings whose path begins with the text.
  case findCameras
  case findFiles(String)

  // The text.
  case copyText
  case chooseTextFile
  case saveText(String)
  case clearText
  /// Restores the text that was cleared.
  case restoreText

  // Sending.
  /// Opens or closes the bar for messages.
  case compose
  /// - Parameter leavesOut: Whether characters without a code word are left out.
  case send(String, leavesOut: Bool)
  case stopSending
  /// Words per minute.
  case sendingSpeed(Double)
  case sendingLamp(Compose.Lamp)

  /// Arrow keys: they move the divide while tuning, and seek in a recording.
  case left
  case right
  /// Changes from automatic to locked to coached exposure.
  case nextExposure
  /// Locks the present speed, or learns it again.
  case lockSpeed
  /// Begins or ends a recording of grids.
  case record
  /// Holds the scene still in the picture while the camera moves, or shows the picture as the camera sees it.
  case steady
  /// Reads only this part of the scene, in pixels of the grid of tiles; `nil` reads all of it.
  case watchRegion(PictureArea?)
  /// Shows and reads the whole picture again.
  case wholePicture
  /// Seeks to a time, in seconds after the recording's beginning.
  case seek(Double)
  /// One frame back or forward, within the last seconds.
  case stepBack
  case stepForward
  /// Sets a uniform by its name.
  case set(String, UniformValue)
  /// Shows the next pass, while tuning.
  case nextTarget
  /// Sets the uniforms as in their files, or writes them to their files.
  case resetValues
  case writeValues
  case zoomIn
  case zoomOut
  /// Moves the shown part of a zoomed picture, by steps.
  case pan(right: Int, down: Int)
  /// Scales all text and controls.
  case larger
  case smaller
  case standardSize
  /// Changes from dark to light to high contrast.
  case nextTheme
  case fullscreen
  case screenshot
  case help
  /// Closes the topmost part, or the window if there is none.
  case leave
  case quit
}
