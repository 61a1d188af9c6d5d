import Graphics
import Localization
import Testing

@testable import Interface

@Suite("Keys give commands")
struct KeyBindingsTests {
  @Test(
    "a typed character gives its command",
    arguments: [
      (" ", Command.freeze), ("c", .calibrate), ("C", .calibrate), ("+", .moreSensitive),
      ("=", .moreSensitive),
      ("-", .lessSensitive), ("0", .automaticSensitivity), ("f", .fullscreen), ("s", .screenshot),
      ("h", .help),
      ("H", .help), ("?", .help), ("o", .chooseSource), ("A", .chooseAlphabet), ("m", .compose),
      ("l", .lockSpeed),
    ] as [(Unicode.Scalar, Command)])
  func sign(_ sign: Unicode.Scalar, _ command: Command) {
    var bindings = KeyBindings()
    #expect(bindings.commands(for: [.character(sign)]) == [command])
  }

  @Test(
    "a key of another script counts as the US letter at its place, a key of a Latin layout as its own letter")
  func scripts() {
    var bindings = KeyBindings()
    func press(_ place: Unicode.Scalar, _ sign: Unicode.Scalar) -> [Command] {
      bindings.commands(for: [
        .key(.init(place), .down, []), .character(sign), .key(.init(place), .up, []),
      ])
    }
    #expect(press("C", "с") == [.calibrate])
    #expect(press("C", "С") == [.calibrate])
    #expect(press("H", "η") == [.help])
    #expect(press("T", "א") == [.nextTheme])
    #expect(press("A", "q") == [])
    #expect(press("C", "ć") == [])
    #expect(press(";", "ж") == [])
  }

  @Test("Escape leaves, the close button of the window quits, F11 changes to fullscreen")
  func keys() {
    var bindings = KeyBindings()
    let events: [WindowEvent] = [.key(.escape, .down, []), .close, .key(.function11, .down, [])]
    #expect(bindings.commands(for: events) == [.leave, .quit, .fullscreen])
  }

  @Test(
    "Page Up and Down zoom in and out, arrows with Shift pan, Control and 0 restores the standard size"
  )
  func zoom() {
    var bindings = KeyBindings()
    let events: [WindowEvent] = [
      .key(.pageUp, .down, []), .key(.pageUp, .repeated, []), .key(.pageDown, .down, []),
      .key(.right, .down, .shift), .key(.up, .down, .shift), .key(.right, .down, []), .shortcut("0"),
    ]
    #expect(
      bindings.commands(for: events)
        == [
          .zoomIn, .zoomIn, .zoomOut, .pan(right: 1, down: 0), .pan(right: 0, down: -1), .right,
          .standardSize,
        ])
  }

  @Test("a held key repeats a change of sensitivity, but no single action")
  func held() {
    var bindings = KeyBindings()
    func hold(_ sign: Unicode.Scalar) -> [Command] {
      let key = WindowEvent.Key(sign)
      return bindings.commands(for: [
        .key(key, .down, []), .character(sign), .key(key, .repeated, []), .character(sign),
        .key(key, .repeated, []), .character(sign), .key(key, .up, []),
      ])
    }
    #expect(hold(" ") == [.freeze])
    #expect(hold("f") == [.fullscreen])
    #expect(hold("+") == [.moreSensitive, .moreSensitive, .moreSensitive])
    #expect(hold("s") == [.screenshot])
  }

  @Test("other keys, releases and the pointer give no command")
  func nothing() {
    var bindings = KeyBindings()
    let events: [WindowEvent] = [
      .key(.escape, .up, []), .key(.enter, .down, []), .character("j"), .character("ß"), .pointer(x: 1, y: 2),
      .refresh, .resized(width: 1, height: 1), .scroll(x: 0, y: 1),
    ]
    #expect(bindings.commands(for: events) == [])
  }

  @Test(
    "Control with a key gives the usual command",
    arguments: [
      ("c", Command.copyText), ("s", .chooseTextFile), ("o", .chooseSource), ("l", .clearText), ("q", .quit),
      ("z", .restoreText),
    ] as [(Unicode.Scalar, Command)])
  func shortcut(_ sign: Unicode.Scalar, _ command: Command) {
    var bindings = KeyBindings()
    let key = WindowEvent.Key(sign)
    #expect(bindings.commands(for: [.key(key, .down, .control), .shortcut(sign)]) == [command])
  }

  @Test("a file dropped on the window is opened; only the first of several")
  func dropped() {
    var bindings = KeyBindings()
    #expect(bindings.commands(for: [.dropped(["a b.mp4", "c.mp4"])]) == [.open("a b.mp4")])
    #expect(bindings.commands(for: [.dropped([])]) == [])
  }

  @Test(
    "help and tips name the letter of a command, with Control if it has such a key",
    arguments: [
      (.calibrate, "C", "C"), (.help, "H", "H"), (.fullscreen, "F", "F"), (.moreSensitive, "+", "+"),
      (.lessSensitive, "−", "−"), (.automaticSensitivity, "0", "0"), (.chooseSource, "Ctrl O", "Strg O"),
      (.larger, "Ctrl +", "Strg +"), (.freeze, "Space", "Leer"), (.leave, "Esc", "Esc"), (.left, "←", "←"),
      (.stepBack, ",", ","), (.demo, nil, nil),
    ] as [(Command, String?, String?)])
  func label(_ command: Command, _ english: String?, _ german: String?) {
    let label = KeyBindings.label(of: command)
    #expect(label?.description == english && label?.text(in: .german) == german)
  }
}
