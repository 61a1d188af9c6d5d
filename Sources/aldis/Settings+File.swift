import ArgumentParser
import Interface
import Monitor
import Shaders
import Synchronization
import Torch
import Typesetting

extension Failure {
  /// A file of the user's settings, at `path`, cannot be used.
  init(_ error: SettingsError, of path: String) {
    self.init(
      .data, "cannot use \(path): \(error); correct it, or remove it", cause: Trouble.badSettings(path, error)
    )
  }
}

extension Settings {
  private static var path: String? { UserFolder.settings.path(of: "settings.toml") }

  /// What people call the file.
  static var name: String { path ?? "settings.toml" }

  /// What the user has chosen for every run.
  static func load() throws(Failure) -> Settings {
    guard let path else { return Settings() }
    do throws(SettingsError) {
      return try Settings(at: path)
    } catch {
      throw Failure(error, of: path)
    }
  }

  /// The light of a lamp on the screen.
  ///
  /// - Parameters:
  ///   - brightness: In place of what is chosen; likewise `colour`.
  func light(brightness told: Double? = nil, colour: Color? = nil) throws(Failure) -> Color {
    let named: Color?
    do throws(ValidationError) {
      named = try self.colour.map { name throws(ValidationError) in try LampColour.named(name) }
    } catch {
      throw Failure(.usage, "\(error.message) (the colour of \(Settings.name))")
    }
    let light = Color.black.mixed(with: colour ?? named ?? .white, told ?? brightness ?? 1)
    guard light != .black else {
      throw Failure(
        .usage,
        "a lamp of this colour and brightness is invisible; choose a lighter colour, or more brightness")
    }
    return light
  }

  /// What is chosen of the remote light, for a message that is to begin.
  ///
  /// - Throws: ``TorchError/switchedOff(settings:)``, among others.
  func remoteLightToUse() throws(TorchError) -> RemoteLightSettings {
    guard remoteLight.isOn else { throw .switchedOff(settings: Settings.name) }
    return try remoteLight()
  }

  /// What is chosen of the remote light.
  func remoteLight() throws(TorchError) -> RemoteLightSettings {
    let light = remoteLight
    return RemoteLightSettings(
      LightAddress(
        host: light.host, port: light.port ?? LightAddress.usualPort, isSecure: light.keys != nil),
      keys: try light.keys.map { path throws(TorchError) in try LightKeys(folder: path, for: .sender) },
      isOn: light.isOn)
  }

  /// Tells of other settings while the program runs, until the result is let go of; a file that cannot be used is said so, and
  /// changes nothing.
  ///
  /// - Parameter onChange: Called on a thread of its own.
  /// - Returns: `nil` where there is no folder of settings yet.
  func watched(onChange: @escaping @Sendable (Settings) -> Void) -> FolderWatch? {
    guard let folder = UserFolder.settings.path(of: "") else { return nil }
    let newest = Mutex(self)
    return try? FolderWatch(folder) {
      do throws(Failure) {
        let settings = try Settings.load()
        let isNew = newest.withLock { newest in
          defer { newest = settings }
          return newest != settings
        }
        if isNew { onChange(settings) }
      } catch {
        say("\(error.message); what was chosen before stays")
      }
    }
  }
}
