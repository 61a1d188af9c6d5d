import Capture
import FoundationEssentials
import Frames
import Glibc
import Graphics
import Localization
import Luma
import Monitor
import Morse
import Torch
import Typesetting

/// The results of the tests of this machine. ``MachineReport`` puts them into words.
struct MachineFacts {
  struct CameraFacts {
    var path: String
    /// Empty if the camera has no name.
    var name: String
    /// The stream of its first picture, or the reason why the camera delivered none.
    var stream: Result<SourceInfo, CaptureError>
  }

  /// OpenGL ES without a window.
  struct Renderer {
    var name: String
    var isSoftware: Bool
    /// The reason why the GPU does not measure; `nil` if it measures.
    var gpuRefusal: String?
  }

  enum Display {
    case open
    /// The environment does not name a display.
    case unnamed
    case failed(GraphicsError)
  }

  struct Folder {
    var path: String
    /// The reason why it cannot be written; `nil` if it can be written.
    var obstacle: String?
  }

  var cameras: [CameraFacts]
  var renderer: Result<Renderer, GraphicsError>
  var display: Display
  /// Names of alphabets with letters that no font of this machine has.
  var alphabetsWithoutFont: [String]
  var leds: [LEDListing]
  /// The name of the settings file.
  var settingsName: String
  var hasSettingsFile: Bool
  var settings: Result<Settings, Failure>
  /// The reason why the measured delays of torches cannot be read; `nil` if they can be read.
  var measuredTorches: Failure?
  /// The folder for state that is kept between starts; `nil` if the user has none.
  var stateFolder: Folder?

  /// Runs all tests. This takes one or two seconds for each camera.
  static func gathered() -> MachineFacts {
    MachineFacts(
      cameras: Camera.list().map { CameraFacts(path: $0.path, name: $0.name, stream: stream(of: $0)) },
      renderer: Result { () throws(GraphicsError) in try renderer() },
      display: display(),
      alphabetsWithoutFont: Alphabet.all.filter { !hasFont(for: $0) }.map(\.name),
      leds: LEDTorch.list(in: LEDFolder.path),
      settingsName: Settings.name, hasSettingsFile: access(Settings.name, F_OK) == 0,
      settings: Result { () throws(Failure) in try Settings.load() },
      measuredTorches: Result { () throws(Failure) in try MeasuredTorches.load() }.failure,
      stateFolder: UserFolder.state.path(of: "").map { Folder(path: $0, obstacle: obstacleToWriting(in: $0)) }
    )
  }

  /// Limit in seconds for the first picture of a camera. The driver reports an error earlier if the camera delivers nothing at
  /// all.
  private static let pictureLimit = 10.0

  private static func stream(of camera: CameraDescription) -> Result<SourceInfo, CaptureError> {
    Result { () throws(CaptureError) in
      if let failure = camera.failure { throw failure }
      // With `auto`, the camera's settings are not changed.
      let source = try V4L2Camera(camera.path, request: CameraRequest(exposure: .auto))
      let deadline = ContinuousClock.now + .seconds(pictureLimit)
      while ContinuousClock.now < deadline {
        if case .frame = try source.next(within: .seconds(1)) { return source.info }
      }
      throw .deviceFailed(
        camera.path, request: "its first picture", reason: "none came in \(pictureLimit.plain) s")
    }
  }

  private static func renderer() throws(GraphicsError) -> Renderer {
    let context = try OffscreenContext().context
    let pass = LumaPass(context)
    // Before the first frame, the pass verifies itself with its own pictures. This frame only sets the format.
    let pool = FramePool(format: FrameFormat(.yuyv, width: 320, height: 240), capacity: 1)
    let frame = pool.frame(timestamp: .zero, sequence: 0) { bytes in
      _ = bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
    if let frame { pass.measure(frame) { _ in } }
    let refusal = if case .reference(let reason)? = pass.verification { "\(reason)" } else { String?.none }
    return Renderer(
      name: context.capabilities.renderer, isSoftware: context.capabilities.isSoftware, gpuRefusal: refusal)
  }

  private static func display() -> Display {
    var description = WindowDescription()
    description.isVisible = false
    do throws(GraphicsError) {
      _ = try Window(description)
      return .open
    } catch {
      return error == .noDisplay(reason: nil) ? .unnamed : .failed(error)
    }
  }

  private static func hasFont(for alphabet: Alphabet) -> Bool {
    let text = AttributedText(String(alphabet.characters), color: .white)
    // The box is wide enough for all letters, because glyphs beyond its edge are not counted.
    let box = TextBox(text, width: 8000, height: 40, font: .init(family: "sans-serif", size: 16))
    return (try? Typesetter().set(box).unknownGlyphs) == 0
  }

  /// The reason why files cannot be written in the folder at `path`, or why the folder cannot be created; `nil` if there is
  /// none.
  private static func obstacleToWriting(in path: String) -> String? {
    var folder = URL(fileURLWithPath: path)
    while access(folder.path, F_OK) != 0, errno == ENOENT, folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return access(folder.path, W_OK | X_OK) == 0 ? nil : "\(folder.path): \(LocalizedText(errno: errno))"
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
