import FoundationEssentials
import Frames
import Glibc
import Interface
import Monitor

/// The state of the window at its end; the next start restores it.
struct WindowState: Codable, Equatable {
  /// Version of the file's format. A file of another version is ignored.
  var version = Self.currentVersion
  /// In points.
  var width: Int?
  var height: Int?
  /// The path of the camera that was chosen in the window.
  var camera: String?
  /// 0...1; `nil` is automatic.
  var sensitivity: Double?
  /// Scale of all text and controls; `nil` is 1.
  var textScale: Double?
  /// The theme's name; `nil` is dark.
  var theme: String?
  /// Words per minute of the speed lock; `nil` is no lock.
  var speedLock: Double?
  /// Words per minute of sent messages; `nil` is the speed of the settings.
  var sendingSpeed: Double?

  private static let currentVersion = 1

  init() {}

  private enum CodingKeys: CodingKey {
    case version, width, height, camera, sensitivity, textScale, theme, speedLock, sendingSpeed
  }

  private static var path: String? { UserFolder.state.path(of: "window.json") }

  /// Loads the saved state. A file that cannot be read is reported and ignored.
  static func load() -> WindowState {
    guard let path else { return WindowState() }
    do {
      guard let text = try UserFolder.text(at: path) else { return WindowState() }
      let state = try JSONDecoder().decode(WindowState.self, from: Data(text.utf8))
      guard state.version == currentVersion else {
        say("\(path) is of another version of Aldis and is ignored")
        return WindowState()
      }
      guard state.isValid else { throw CocoaError(.coderReadCorrupt) }
      return state
    } catch {
      say("\(path) is damaged and is ignored: the window begins as it did at first")
      return WindowState()
    }
  }

  private var isValid: Bool {
    let sides = [width, height].compactMap(\.self)
    return sides.allSatisfy { (Self.minimumSide...WindowChoices.largestSide).contains($0) }
      && sensitivity.map { (0...1).contains($0) } ?? true
      && theme.map { Theme.named($0) != nil } ?? true
      && speedLock.map { ReadingChoices.speeds.contains($0) } ?? true
      && sendingSpeed.map { Compose.speeds.contains($0) } ?? true
      && textScale.map { Stage.View.textScales.contains($0) } ?? true
  }

  private static let minimumSide = 50

  /// Saves the state for the next start.
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
