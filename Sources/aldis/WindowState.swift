import FoundationEssentials
import Frames
import Glibc
import Interface
import Monitor

/// How the user left the window; it returns so at the next start.
struct WindowState: Codable, Equatable {
  /// Of what is written here. Another one is ignored.
  var version = Self.newest
  /// In points.
  var width: Int?
  var height: Int?
  /// What opens the camera that was chosen in the window.
  var camera: String?
  /// 0...1; `nil` is automatic.
  var sensitivity: Double?
  /// How much larger than usual everything is; `nil` is as usual.
  var textScale: Double?
  /// By its name; `nil` is the dark one.
  var theme: String?
  /// Words a minute that reading is held to; `nil` is learned.
  var speedLock: Double?
  /// Words a minute that messages are sent with; `nil` is as the settings say.
  var sendingSpeed: Double?

  private static let newest = 1
  /// Bytes; far more than it is.
  private static let largest = 65_536

  init() {}

  private enum CodingKeys: CodingKey {
    case version, width, height, camera, sensitivity, textScale, theme, speedLock, sendingSpeed
  }

  private static var path: String? { UserFolder.state.path(of: "window.json") }

  /// What was saved, or nothing. A file that cannot be understood is said to be ignored, in one line.
  static func load() -> WindowState {
    guard let path, FileManager.default.fileExists(atPath: path) else { return WindowState() }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      guard data.count <= largest else { throw CocoaError(.coderReadCorrupt) }
      let state = try JSONDecoder().decode(WindowState.self, from: data)
      guard state.version == newest else {
        say("\(path) is of another version of Aldis and is ignored")
        return WindowState()
      }
      guard state.isSound else { throw CocoaError(.coderReadCorrupt) }
      return state
    } catch {
      say("\(path) is damaged and is ignored: the window begins as it did at first")
      return WindowState()
    }
  }

  private var isSound: Bool {
    let sides = [width, height].compactMap(\.self)
    return sides.allSatisfy { (Self.leastSide...WindowOptions.largestWindow).contains($0) }
      && sensitivity.map { (0...1).contains($0) } ?? true
      && theme.map { Theme.named($0) != nil } ?? true
      && speedLock.map { SpeedOption.range.contains($0) } ?? true
      && sendingSpeed.map { Compose.speeds.contains($0) } ?? true
      && textScale.map { Stage.View.textScales.contains($0) } ?? true
  }

  private static let leastSide = 50

  /// Puts it where the next start finds it.
  func save() {
    guard let path = Self.path else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try UserFolder.write(encoder.encode(self), to: path)
    } catch {
      say("cannot keep the state of the window in \(path)")
    }
  }
}
