import Foundation
import Monitor
import Testing

@Suite("Settings")
struct SettingsTests {
  @Test("every key is read, and missing keys have their defaults")
  func keys() throws {
    let settings = try Settings(
      toml: """
        [send]
        torch = "led:red"
        wpm = 15
        brightness = 0.25
        colour = "red"
        [remote-light]
        host = "lamp.local"   # upstairs
        port = 1850
        on = false
        keys = "/keys/client"
        """)
    #expect(settings.torch == "led:red")
    #expect(settings.wordsPerMinute == 15)
    #expect(settings.brightness == 0.25 && settings.colour == "red")
    #expect(settings.remoteLight.host == "lamp.local")
    #expect(settings.remoteLight.port == 1850)
    #expect(!settings.remoteLight.isOn)
    #expect(settings.remoteLight.keys == "/keys/client")
    #expect(try Settings(toml: "") == Settings())
    #expect(try Settings(toml: "[send]\nwpm = 12.5").wordsPerMinute == 12.5)
    #expect(Settings().remoteLight.isOn)
  }

  @Test(
    "an error names its place or its key, and the valid values",
    arguments: [
      ("[send\n", "line 1, column "),
      ("[send]\nwpm = 1\nwpm = 2\n", "line 3, column "),
      (
        "[send]\nspeed = 12",
        "send.speed means nothing; there are send.brightness, send.colour, send.torch, send.wpm"
      ),
      ("[send]\nbrightness = 0", "send.brightness must be a number from 0.01 to 1"),
      ("[send]\ncolour = 3", "send.colour must be a text in quotes"),
      ("[lamp]\nhost = \"a\"", "lamp means nothing; there are remote-light, send"),
      ("send = 3", "send must be a table"),
      ("[send]\nwpm = \"fast\"", "send.wpm must be a number from 0.1 to 200"),
      ("[send]\nwpm = nan", "send.wpm must be a number from 0.1 to 200"),
      ("[send]\ntorch = 3", "send.torch must be a text in quotes"),
      ("[send]\ntorch = \"\"", "send.torch must be a text in quotes"),
      ("[remote-light]\nport = 65536", "remote-light.port must be a whole number from 1 to 65535"),
      ("[remote-light]\nport = 18.5", "remote-light.port must be a whole number from 1 to 65535"),
      ("[", "line 1, column 2: a table's name is missing"),
      ("# mine\r\n  [[ \n", "line 2, column 6: a table's name is missing"),
      ("[send]\nwpm = 12\n[.a]", "line 3, column 2: a table's name is missing"),
      ("[[[", "line 1, column 3: a table's name is missing"),
      ("[]", "line 1, column "),
      ("x=[[[[", "line 1, column "),
      ("[remote-light]\non = \"yes\"", "remote-light.on must be true or false"),
    ])
  func mistakes(_ text: String, _ message: String) {
    let error = #expect(throws: SettingsError.self) { try Settings(toml: text) }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test("a missing file gives no settings; a file that is not text is an error")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("settings.toml").path
    #expect(try Settings(at: path) == Settings())
    try UserFolder.write(Data("[send]\nwpm = 20\n".utf8), to: path)
    #expect(try Settings(at: path).wordsPerMinute == 20)
    try UserFolder.write(Data([0xFF, 0xFE, 0x00]), to: path)
    #expect(throws: SettingsError.unreadable(reason: "it is no text in UTF-8")) { try Settings(at: path) }
    try UserFolder.write(Data(repeating: 0x23, count: 100_000), to: path)
    #expect(throws: SettingsError.unreadable(reason: "it is too large for settings")) {
      try Settings(at: path)
    }
    try UserFolder.write(Data("[send]\nwpm = 20\n\0".utf8), to: path)
    #expect(throws: SettingsError.unreadable(reason: "it is no text in UTF-8")) { try Settings(at: path) }
    #expect(throws: SettingsError.unreadable(reason: "it is no file of text")) {
      try Settings(at: folder.path)
    }
    #expect(throws: SettingsError.unreadable(reason: "it is no file of text")) {
      try Settings(at: "/dev/zero")
    }
    let pipe = folder.appendingPathComponent("pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SettingsError.unreadable(reason: "it is no file of text")) { try Settings(at: pipe) }
    let loop = folder.appendingPathComponent("loop").path
    try #require(symlink(loop, loop) == 0)
    #expect(throws: SettingsError.unreadable(reason: "Too many levels of symbolic links")) {
      try Settings(at: loop)
    }
  }
}

@Suite("User folders")
struct UserFolderTests {
  @Test("the folders are those of the environment, else in the home folder; relative paths are ignored")
  func places() {
    let home = ["HOME": "/home/me"]
    #expect(UserFolder.settings.path(of: "a", home) == "/home/me/.config/aldis/a")
    #expect(UserFolder.state.path(of: "a", home) == "/home/me/.local/state/aldis/a")
    let own = ["HOME": "/home/me", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "s"]
    #expect(UserFolder.settings.path(of: "a", own) == "/c/aldis/a")
    #expect(UserFolder.state.path(of: "a", own) == "/home/me/.local/state/aldis/a")
    #expect(UserFolder.state.path(of: "a", [:]) == nil)
  }
}

@Suite("Station")
struct StationIDTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "aldis-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("state/station").path }

  @Test("the id is created once and kept")
  func once() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try StationID(at: path)
    #expect(UUID(uuidString: first.description) != nil)
    #expect(try StationID(at: path) == first)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == first.description + "\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state") == ["station"])
  }

  @Test("programs that start at the same time get the same id")
  func together() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = path
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<32 { group.addTask { try StationID(at: path).description } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
  }

  @Test("a file without an id is an error, and is not changed")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try UserFolder.write(Data("nonsense\n".utf8), to: path)
    #expect(throws: CocoaError.self) { try StationID(at: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "nonsense\n")
  }
}
