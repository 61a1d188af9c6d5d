import Application
import ArgumentParser
import Monitor
import Torch
import Typesetting

/// The options of a lamp and its timing, for every command that sends light.
struct LampOptions: ParsableArguments {
  @Option(
    name: .customLong("torch"),
    help: ArgumentHelp(
      """
      The light: \(TorchChoice.names). Repeat it for several lights. (default: from the settings)
      """, valueName: "torch"),
    transform: option(TorchChoice.named))
  var wantedTorches: [TorchChoice] = []

  @OptionGroup var remote: RemoteLightOptions

  @Flag(help: "Torch screen: light the whole screen.")
  var fullscreen = false

  @Option(
    help: ArgumentHelp(
      "Torch screen: 0.01 to 1. (default: settings, or 1)",
      valueName: "share"), transform: number(in: Settings.brightnesses))
  var brightness: Double?

  @Option(
    help: ArgumentHelp(
      "Torch screen: \(LampColour.names). (default: white, or from the settings)",
      valueName: "name"),
    transform: option(LampColour.named))
  var colour: Color?

  @Option(
    defaultAsFlag: "600", parsing: .next,
    help: ArgumentHelp(
      "Also play a tone.",
      valueName: "hertz"))
  var tone: String? = nil

  /// The tone in hertz. The option is a text, because the parser would treat a mistyped number as a word of the message, and
  /// play the default tone.
  var pitch: Double? { tone.flatMap(Double.init) }

  @Option(
    help: ArgumentHelp("Words per minute. (default: 12, or from the settings)", valueName: "number"),
    transform: number(in: 0.1...200))
  var wpm: Double?

  @Option(
    help: ArgumentHelp("Length of a dot, instead of --wpm.", valueName: "seconds"),
    transform: number(in: 0.006...12))
  var unit: Double?

  @Option(
    help: ArgumentHelp("Farnsworth: speed of the whole text, by longer pauses.", valueName: "number"),
    transform: number(in: 0.1...200))
  var overallWpm: Double?

  @Option(
    help: ArgumentHelp(SendingTiming.names, valueName: "name|lengths"), transform: SendingTiming.named)
  var timing = SendingTiming.itu

  func validate() throws {
    if wpm != nil, unit != nil { throw ValidationError("--wpm and --unit exclude each other") }
    if case .lengths = timing, wpm != nil || unit != nil {
      throw ValidationError("the lengths of --timing set the speed; leave out --wpm and --unit")
    }
    if overallWpm != nil, timing != .itu { throw ValidationError("--overall-wpm goes with --timing itu") }
    if let tone {
      guard let pitch else { throw ValidationError("--tone takes a number of hertz, not \(tone)") }
      try require("--tone", pitch, in: SideTone.pitches)
    }
    if !wantedTorches.isEmpty {
      try checked { () throws(UsageError) in try choices.check(wantedTorches) }
    }
  }

  var choices: LampChoices {
    var choices = LampChoices()
    choices.torches = wantedTorches
    choices.remote = remote.choices
    choices.fillsScreen = fullscreen
    choices.brightness = brightness
    choices.colour = colour
    choices.pitch = pitch
    choices.wordsPerMinute = wpm
    choices.unit = unit
    choices.overallWordsPerMinute = overallWpm
    choices.timing = timing
    return choices
  }
}
