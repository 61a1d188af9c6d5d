import ArgumentParser
import Capture
import Foundation
import Graphics
import Interface
import Morse
import Torch

struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a text as light.",
    discussion: """
      Ctrl-C ends it at once, and leaves the light as it was found. At the end it says how late the light was switched.
      """)

  @Argument(help: "What to send; - reads it from standard input. Prosigns are written <SK>.")
  var text: String

  @Option(
    help: ArgumentHelp("The light: \(TorchChoice.names).", valueName: "torch"), transform: TorchChoice.named)
  var torch: TorchChoice

  @OptionGroup var remote: RemoteLightOptions

  @Option(
    help: ArgumentHelp(
      "What the text is sent in: \(AlphabetChoice.names). auto is the script it is written in.",
      valueName: "name|auto"),
    transform: AlphabetChoice.named)
  var alphabet = AlphabetChoice.automatic

  @Flag(help: "Leave out what has no code word, and say what that was.")
  var skipUnknown = false

  @Flag(help: "Send abbreviated figures: A U V E B D N T for 1 2 3 5 7 8 9 0.")
  var cutFigures = false

  @Flag(help: "With --torch screen: the whole screen shines.")
  var fullscreen = false

  @Option(help: "Words a minute. (default: 12)")
  var wpm: Double?

  @Option(help: ArgumentHelp("Length of a dot.", valueName: "seconds"))
  var unit: Double?

  @Option(help: "itu (ITU-R M.1677-1), or morse-torch (the phone torch: longer pauses).")
  var timing = SendingTiming.itu

  func validate() throws {
    if wpm != nil, unit != nil { throw ValidationError("--wpm and --unit both tell the speed; give one") }
    if fullscreen, torch != .screen { throw ValidationError("--fullscreen goes with --torch screen") }
    try remote.validate(for: torch.address)
    if let wpm { try require("--wpm", wpm, in: 0.1...200) }
    if let unit { try require("--unit", unit, in: 0.006...12) }
    if isBlank(text) { throw ValidationError("there is no text to send") }
  }

  func run() throws {
    let timing = timing.timing(unit: unit ?? wpm.map { Timing.itu(wordsPerMinute: $0).unit })
    let text = text == "-" ? try standardInput() : text
    let (keying, leftOut) = try keyed(text, timing)
    if !leftOut.isEmpty { say("left out: \(EncodingError.listed(leftOut))") }
    do {
      switch torch {
      case .screen: try shineOnScreen(text, timing)
      case .led(let name): try LiveSending(keying: keying, torch: LEDTorch(name, in: LEDFolder.path)).run()
      case .remote(let address):
        let torch = try RemoteTorch(
          address, keys: remote.readKeys(), tell: RemoteLightOptions.tell(of: address))
        try LiveSending(keying: keying, torch: torch).run()
      case .video(let path): try film(keying, unit: timing.unit, to: path)
      case .null: try LiveSending(keying: keying, torch: NullTorch()).run()
      }
    } catch let error as TorchError {
      throw Failure(error)
    }
  }

  private func keyed(_ text: String, _ timing: Timing) throws -> (keying: Keying, leftOut: [String]) {
    guard !isBlank(text) else { throw Failure(.usage, "there is no text to send") }
    let message = OutgoingMessage(text: text, alphabet: alphabet, cutsFigures: cutFigures)
    guard skipUnknown else { return (try message.keyed(timing), []) }
    let keyed = try message.keyedWithoutUnknown(timing)
    if keyed.keying.characters.isEmpty { throw Failure(.usage, "nothing in this text has a code word") }
    return keyed
  }

  private func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  /// The longest text, in bytes of UTF-8: at 12 words a minute it takes some two weeks.
  private static let longestText = 1_048_576

  private func standardInput() throws -> String {
    let bytes = try FileHandle.standardInput.read(upToCount: Self.longestText + 1) ?? Data()
    guard bytes.count <= Self.longestText else {
      throw Failure(.data, "standard input holds more than 1 MiB of text; send it in parts")
    }
    guard let text = String(data: bytes, encoding: .utf8) else {
      throw Failure(.data, "standard input is no text in UTF-8")
    }
    return text
  }

  /// Keys the text anew, once the display tells how long its refreshes are.
  private func shineOnScreen(_ text: String, _ timing: Timing) throws {
    do {
      let lamp = try LampWindow(fillsScreen: fullscreen)
      let timing = timing.inWholeRefreshes(of: lamp.refreshRate)
      let flashes = 1 / (2 * timing.unit)
      if fullscreen, (3...30).contains(flashes) {
        say("warning: the whole screen flashes \(flashes.plain) times a second, which can cause seizures")
      }
      try ScreenSending(keying: try keyed(text, timing).keying, lamp: lamp).run()
    } catch let error as GraphicsError {
      throw Failure(.unavailable, "no screen to shine on: \(error)")
    }
  }

  /// Films a simulated lamp that sends, with no fewer than two frames a dot.
  private func film(_ keying: Keying, unit: Double, to path: String) throws {
    Interruption.watch()
    let scene = SceneDescription(
      rate: max(30, (2 / unit).rounded(.up)), torches: [SimulatedTorch(marks: keying.marks)])
    let recording = SceneRecording(scene: scene)
    try recording.checkRoom(at: path)
    try recording.write(to: path)
    try Interruption.check()
  }
}
