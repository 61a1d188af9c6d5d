import FoundationEssentials
import Glibc
import Localization

/// The user's settings for every run: the file `settings.toml`.
///
/// ```toml
/// [send]
/// torch = "led:red"      # if --torch is not given
/// wpm = 15               # if neither --wpm nor --unit is
/// brightness = 0.5       # of a lamp on the screen, if --brightness is not given
/// colour = "red"         # and its colour, if --colour is not
///
/// [remote-light]         # the light of --torch remote
/// host = "lamp.local"
/// port = 1844
/// on = true
/// keys = "/home/me/keys/client"   # protects it: lights:// in place of light://
/// ```
public struct Settings: Sendable, Equatable {
  /// A lamp that another machine serves over the network.
  public struct RemoteLight: Sendable, Equatable {
    public var host = "127.0.0.1"
    /// `nil` is the default port.
    public var port: Int?
    /// Whether messages may be sent to it.
    public var isOn = true
    /// The folder of its keys; `nil` if it is not protected.
    public var keys: String?

    public init() {}
  }

  /// The torch as `--torch` names it; `nil` if none is set.
  public var torch: String?
  public var wordsPerMinute: Double?
  /// Brightness of a lamp on the screen, as a share of the screen's brightness.
  public var brightness: Double?
  /// Colour of a lamp on the screen, as `--colour` names it.
  public var colour: String?
  public var remoteLight = RemoteLight()

  /// Below this range a lamp on a screen is dark.
  public static let brightnesses = 0.01...1.0

  /// No settings.
  public init() {}

  /// Reads the text of a settings file.
  public init(toml text: String) throws(SettingsError) {
    var file = try SettingsTable(toml: text)
    if var send = try file.section("send") {
      torch = try send.text("torch")
      wordsPerMinute = try send.number("wpm", in: 0.1...200)
      brightness = try send.number("brightness", in: Self.brightnesses)
      colour = try send.text("colour")
      try send.finish()
    }
    if var light = try file.section("remote-light") {
      remoteLight.host = try light.text("host") ?? remoteLight.host
      remoteLight.port = try light.integer("port", in: 1...65_535)
      remoteLight.isOn = try light.flag("on") ?? remoteLight.isOn
      remoteLight.keys = try light.text("keys")
      try light.finish()
    }
    try file.finish()
  }

  /// Reads the file at `path`; no settings if there is none.
  public init(at path: String) throws(SettingsError) {
    try self.init(toml: try UserFolder.text(at: path) ?? "")
  }
}

/// The reason why a settings file cannot be used.
public enum SettingsError: Error, Equatable {
  /// The file cannot be read, for the system's reason.
  case unreadable(reason: LocalizedText)
  /// The file is not TOML.
  case syntax(line: Int, column: Int, reason: LocalizedText)
  /// An unknown key, and the known ones.
  case unknown(String, known: [String])
  /// A key with a wrong value.
  case wrong(String, expected: LocalizedText)
}

extension SettingsError: LocalizedTextConvertible {
  /// Without the file's name.
  public var text: LocalizedText {
    switch self {
    case .unreadable(let reason): reason
    case .syntax(let line, let column, let reason): "line \(line), column \(column): \(reason)"
    case .unknown(let key, let known):
      "\(key) means nothing; there are \(known.sorted().joined(separator: ", "))"
    case .wrong(let key, let expected): "\(key) must be \(expected)"
    }
  }
}
