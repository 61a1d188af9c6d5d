import Interface
import Localization
import Monitor
import Shaders
import Synchronization
import Torch
import Typesetting

extension Failure {
  /// The settings file at `path` cannot be used.
  init(_ error: SettingsError, of path: String) {
    self.init(.data, LocalizedText("cannot use \(path): \(error); correct it, or remove it"))
  }
}

extension Settings {
  private static var path: String? { UserFolder.settings.path(of: "settings.toml") }

  /// The file's name in messages.
  static var name: String { path ?? "settings.toml" }

  /// The user's settings for every run.
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
  ///   - brightness: Replaces the setting.
  ///   - colour: Replaces the setting.
  func light(brightness chosen: Double? = nil, colour: Color? = nil) throws(Failure) -> Color {
    let named: Color?
    do throws(UsageError) {
      named = try self.colour.map { name throws(UsageError) in try LampColour.named(name) }
    } catch {
      throw Failure(.usage, "\(error.message) (the colour of \(Settings.name))")
    }
    let light = Color.black.mixed(with: colour ?? named ?? .white, chosen ?? brightness ?? 1)
    guard light != .black else {
      throw Failure(
        .usage,
        "a lamp of this colour and brightness is invisible; choose a lighter colour, or more brightness")
    }
    return light
  }

  /// The settings of the remote light, for a message that is to be sent.
  ///
  /// - Throws: ``TorchError/switchedOff(settings:)``, among others.
  func remoteLightToUse() throws(TorchError) -> RemoteLightSettings {
    guard remoteLight.isOn else { throw .switchedOff(settings: Settings.name) }
    return try remoteLight()
  }

  /// The settings of the remote light.
  func remoteLight() throws(TorchError) -> RemoteLightSettings {
    let light = remoteLight
    return RemoteLightSettings(
      LightAddress(
        host: light.host, port: light.port ?? LightAddress.defaultPort, isSecure: light.keys != nil),
      keys: try light.keys.map { path throws(TorchError) in try LightKeys(folder: path, for: .sender) },
      isOn: light.isOn)
  }

  /// Reports changed settings until the result is released. A file that cannot be used is reported on standard error, and
  /// changes nothing.
  ///
  /// - Parameter onChange: Called on a thread of its own.
  /// - Returns: `nil` if there is no folder for settings yet.
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
