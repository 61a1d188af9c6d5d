import Frames
import Graphics

/// What the user asks for with a key or a control.
public enum Command: Sendable, Hashable {
  /// A recording is held, or goes on; of what is live the picture stands still while reading goes on.
  case freeze
  case calibrate
  case moreSensitive
  case lessSensitive
  /// 0...1.
  case sensitivity(Double)
  /// The threshold follows the torch again.
  case automaticSensitivity
  /// By its name.
  case alphabet(String)

  /// The scope shows this torch, or the next one.
  case trace(TorchID)
  case traceNext

  // What is read.
  case open(String)
  case camera(String)
  case demo
  /// Another recording, camera or demo is to be chosen.
  case chooseSource
  case chooseAlphabet
  /// The choice of cameras is open, or of recordings whose path begins like this.
  case lookForCameras
  case lookForFiles(String)

  // The text.
  case copyText
  case chooseTextFile
  case saveText(String)
  case clearText
  /// The text as it was before it was cleared.
  case restoreText

  // Sending.
  /// The bar that messages are written in comes, or goes.
  case compose
  /// - Parameter leavesOut: What has no code word is left out.
  case send(String, leavesOut: Bool)
  case stopSending
  /// Words a minute.
  case sendingSpeed(Double)
  case sendingLamp(Compose.Lamp)

  /// Arrows: they move the divide between shaders while tuning, and go through a recording by seconds.
  case left
  case right
  /// The camera's exposure is held as it is, led to what suits the lamp, or left to the camera.
  case nextExposure
  /// Reading keeps to the speed as it is, or learns it again.
  case lockSpeed
  /// What is measured is kept in a file, or no longer.
  case record
  /// Only this part of the picture is read; `nil` reads all of it.
  case watchRegion(PictureArea?)
  /// All of the picture is shown and read again.
  case wholePicture
  /// A recording is read on from so many seconds after its beginning.
  case seek(Double)
  /// A frame back or on, through the last seconds.
  case stepBack
  case stepForward
  /// A uniform by its name.
  case set(String, UniformValue)
  /// Another of the passes is shown, while tuning.
  case nextTarget
  /// The uniforms as their files have them, and the files as the uniforms are.
  case resetValues
  case writeValues
  /// Nearer to the picture, or farther.
  case nearer
  case farther
  /// Another part of a picture that is near, so many steps to the right and down.
  case look(right: Int, down: Int)
  /// Everything larger, smaller, or as usual.
  case larger
  case smaller
  case usualSize
  /// Dark, light, high contrast.
  case nextTheme
  case fullscreen
  case screenshot
  case help
  /// Away from what is on top: the window itself where nothing is.
  case leave
  case quit
}
