import Graphics
import Localization

/// Turns keys into commands. A value: events in, commands out.
///
/// Signs follow the keyboard's layout: `+` has its own key on some and needs Shift on others. If the layout has letters of
/// another script, a key counts as the letter at its place on a US keyboard.
struct KeyBindings: Sendable {
  /// Of the window and of `aldis tune`. The tests take J and Q for signs without a command.
  static let signs: [Unicode.Scalar: Command] = [
    " ": .freeze, "c": .calibrate, "+": .moreSensitive, "=": .moreSensitive, "-": .lessSensitive,
    "0": .automaticSensitivity, "f": .fullscreen, "s": .screenshot, "h": .help, "?": .help,
    "o": .chooseSource, "a": .chooseAlphabet, ",": .stepBack, ".": .stepForward, "r": .resetValues,
    "w": .writeValues, "x": .wholePicture, "n": .traceNext,
    "e": .nextExposure, "m": .compose, "l": .lockSpeed, "t": .nextTheme, "v": .nextTarget,
    "p": .steady,
  ]
  /// With Control.
  static let shortcuts: [Unicode.Scalar: Command] = [
    "c": .copyText, "s": .chooseTextFile, "o": .chooseSource, "l": .clearText, "z": .restoreText, "q": .quit,
    "r": .record, "+": .larger, "=": .larger, "-": .smaller, "0": .standardSize,
  ]
  static let keys: [WindowEvent.Key: Command] = [
    .escape: .leave, .function11: .fullscreen, .left: .left, .right: .right, .pageUp: .zoomIn,
    .pageDown: .zoomOut,
  ]
  static let shiftedKeys: [WindowEvent.Key: Command] = [
    .left: .pan(right: -1, down: 0), .right: .pan(right: 1, down: 0), .up: .pan(right: 0, down: -1),
    .down: .pan(right: 0, down: 1),
  ]
  /// Commands that are repeated while their key is held.
  static let repeating: Set<Command> = Set(shiftedKeys.values).union([
    .moreSensitive, .lessSensitive, .left, .right, .stepBack, .stepForward, .zoomIn, .zoomOut,
  ])

  /// The key that was pressed last, and whether it is held and repeats. Its sign follows as an event of its own.
  private var lastKey: WindowEvent.Key?
  private var isRepeat = false

  init() {}

  mutating func commands(for events: [WindowEvent]) -> [Command] {
    events.compactMap { command(for: $0) }
  }

  private mutating func command(for event: WindowEvent) -> Command? {
    switch event {
    case .close: return .quit
    case .shortcut(let sign): return Self.shortcuts[sign]
    // Only one file can be read at a time.
    case .dropped(let files): return files.first.map { .open($0) }
    case .key(let key, let press, let modifiers):
      isRepeat = press == .repeated
      if press != .up { lastKey = key }
      let shifted = modifiers.contains(.shift) ? Self.shiftedKeys[key] : nil
      guard let command = shifted ?? Self.keys[key] else { return nil }
      return press == .down || press == .repeated && Self.repeating.contains(command) ? command : nil
    case .character(let sign):
      guard let command = Self.signs[plain(sign)] else { return nil }
      return isRepeat && !Self.repeating.contains(command) ? nil : command
    default: return nil
    }
  }

  /// Caps lock changes no command.
  private func plain(_ sign: Unicode.Scalar) -> Unicode.Scalar {
    let letter = sign.properties.lowercaseMapping.unicodeScalars.first ?? sign
    // Greek and later blocks (Unicode 15.1, Blocks.txt); all blocks before are Latin.
    guard letter.value >= 0x370, let place = lastKey?.letter else { return letter }
    return place
  }
}

extension KeyBindings {
  /// The key of a command, for help and tips; with Control if the command has such a key. `nil` if it has none.
  static func label(of command: Command) -> LocalizedText? { labels[command] }

  /// Computed once, because the tips of every picture need them.
  private static let labels: [Command: LocalizedText] = {
    let commands = Set(signs.values).union(shortcuts.values).union(keys.values)
    return Dictionary(
      uniqueKeysWithValues: commands.compactMap { command in newLabel(of: command).map { (command, $0) } })
  }()

  private static func newLabel(of command: Command) -> LocalizedText? {
    if let sign = sign(of: command, in: shortcuts) { return "Ctrl \(sign)" }
    if let sign = sign(of: command, in: signs) { return sign == " " ? "Space" : "\(sign)" }
    return names.first { keys[$0.key] == command }.map { "\($0.value)" }
  }

  /// The sign of a command: a letter if there is one, else the first sign in Unicode.
  private static func sign(of command: Command, in table: [Unicode.Scalar: Command]) -> String? {
    let signs = table.keys.filter { table[$0] == command }
    let sign = signs.first { $0.properties.isAlphabetic } ?? signs.min()
    return sign.map { $0 == "-" ? "−" : String($0).uppercased() }
  }

  private static let names: KeyValuePairs<WindowEvent.Key, String> = [
    .escape: "Esc", .left: "←", .right: "→",
  ]
}

extension WindowEvent.Key {
  /// `a` to `z`; `nil` for any other key.
  fileprivate var letter: Unicode.Scalar? {
    let letters = WindowEvent.Key("A").code...WindowEvent.Key("Z").code
    return letters.contains(code) ? Unicode.Scalar(UInt8(code) | 0x20) : nil
  }
}
