import ArgumentParser
import Glibc
import Monitor
import Morse
import Torch
import Typesetting

/// What every command that sends light can be told of the lamp and its timing.
struct LampOptions: ParsableArguments {
  @Option(
    name: .customLong("torch"),
    help: ArgumentHelp(
      """
      The light: \(TorchChoice.names). Repeat it for several lights. (default: from the settings)
      """, valueName: "torch"),
    transform: TorchChoice.named)
  var wantedTorches: [TorchChoice] = []

  @OptionGroup var remote: RemoteLightOptions

  @Flag(help: "Torch screen: light the whole screen.")
  var fullscreen = false

  @Option(
    help: ArgumentHelp(
      "Torch screen: 0.01 to 1. (default: settings, or 1)",
      valueName: "share"))
  var brightness: Double?

  @Option(
    help: ArgumentHelp(
      "Torch screen: \(LampColour.names). (default: white, or from the settings)",
      valueName: "name"),
    transform: LampColour.named)
  var colour: Color?

  @Option(
    defaultAsFlag: "600", parsing: .next,
    help: ArgumentHelp(
      "Also play a tone.",
      valueName: "hertz"))
  var tone: String? = nil

  /// In hertz. As a number, the parser would take what is none for a word of the text, and play the usual tone.
  var pitch: Double? { tone.flatMap(Double.init) }

  @Option(help: ArgumentHelp("Words per minute. (default: 12, or from the settings)", valueName: "number"))
  var wpm: Double?

  @Option(help: ArgumentHelp("Length of a dot, instead of --wpm.", valueName: "seconds"))
  var unit: Double?

  @Option(help: ArgumentHelp("Farnsworth: speed of the whole text, by longer pauses.", valueName: "number"))
  var overallWpm: Double?

  @Option(
    help: ArgumentHelp(SendingTiming.names, valueName: "name|lengths"), transform: SendingTiming.named)
  var timing = SendingTiming.itu

  func validate() throws {
    if wpm != nil, unit != nil { throw ValidationError("--wpm and --unit exclude each other") }
    if case .lengths = timing, wpm != nil || unit != nil {
      throw ValidationError("the lengths of --timing set the speed; leave out --wpm and --unit")
    }
    if let wpm { try require("--wpm", wpm, in: 0.1...200) }
    if let unit { try require("--unit", unit, in: 0.006...12) }
    if let overallWpm {
      try require("--overall-wpm", overallWpm, in: 0.1...200)
      guard timing == .itu else { throw ValidationError("--overall-wpm goes with --timing itu") }
    }
    if let tone {
      guard let pitch else { throw ValidationError("--tone takes a number of hertz, not \(tone)") }
      try require("--tone", pitch, in: SideTone.pitches)
    }
    if let brightness { try require("--brightness", brightness, in: Settings.brightnesses) }
    if !wantedTorches.isEmpty { try validate(wantedTorches) }
  }

  private func validate(_ torches: [TorchChoice]) throws {
    if torches != [.screen] {
      let screens = [
        ("--fullscreen", fullscreen), ("--brightness", brightness != nil), ("--colour", colour != nil),
      ]
      if let screen = screens.first(where: \.1) {
        throw ValidationError("\(screen.0) goes with --torch screen")
      }
    }
    if tone != nil, case .video = torches[0] {
      throw ValidationError("a video has no tone; leave out --tone")
    }
    if torches.count > 1 {
      if let loner = torches.first(where: \.isAlone) {
        throw ValidationError("\(loner) cannot be combined with other torches")
      }
      guard Set(torches.map(\.description)).count == torches.count else {
        throw ValidationError("each torch can be given once")
      }
    }
    let addresses = torches.compactMap(\.address)
    try remote.validate(for: addresses.first(where: \.isSecure) ?? addresses.first)
  }

  /// The lights the user named now, or the one in the settings.
  func torches(_ settings: Settings) throws -> [TorchChoice] {
    guard wantedTorches.isEmpty else { return wantedTorches }
    guard let name = settings.torch else {
      throw Failure(
        .usage, "no torch is named; give --torch, or set it in \(Settings.name): [send] torch = \"led:NAME\"")
    }
    do {
      let torch = try TorchChoice.named(name)
      try validate([torch])
      return [torch]
    } catch let error as ValidationError {
      throw Failure(.usage, "\(error.message) (the torch of \(Settings.name))")
    }
  }

  /// The light of a lamp on the screen, as the user named it now, or in the settings.
  func light(_ settings: Settings) throws(Failure) -> Color {
    try settings.light(brightness: brightness, colour: colour)
  }

  /// Whether the user named a speed now.
  var tellsSpeed: Bool {
    if case .lengths = timing { return true }
    return [wpm, unit, overallWpm].contains { $0 != nil }
  }

  /// Says so before a whole screen flashes in a way that may harm whoever sees it, and leaves whoever reads that on a
  /// terminal the time to stop it.
  func warnOfFlashes(_ timing: Timing) {
    guard fullscreen else { return }
    // What it comes to in refreshes is known only where the screen is covered already.
    let timings = [timing] + Self.usualRates.map { timing.inWholeRefreshes(of: $0) }
    guard let flashes = timings.lazy.compactMap(\.riskyFlashes).first else { return }
    say(
      """
      warning: the whole screen will flash \(flashes.plain(decimals: 1)) times a second, which can cause seizures; without --fullscreen a \
      small lamp sends
      """)
    if isatty(STDERR_FILENO) != 0 { sleep(Self.timeToStop) }
  }

  /// Refreshes a second of most displays.
  private static let usualRates = [50.0, 60]
  /// Seconds.
  private static let timeToStop: UInt32 = 4

  /// The timing the user named now, or in the settings.
  ///
  /// - Throws: A ``Failure`` where the text is to be faster than its characters.
  func timing(_ settings: Settings) throws(Failure) -> Timing {
    // The others have a speed of their own: that of the phone torch only whoever names both can want changed.
    let usual = timing == .itu ? settings.wordsPerMinute : nil
    let timing = timing.timing(unit: unit ?? (wpm ?? usual).map { Timing.itu(wordsPerMinute: $0).unit })
    guard let overallWpm else { return timing }
    let character = 1.2 / timing.unit
    guard overallWpm <= character else {
      throw Failure(
        .usage,
        "--overall-wpm must be at most the speed of the characters, \(character.plain), not \(overallWpm.plain)"
      )
    }
    return .farnsworth(character: character, overall: overallWpm)
  }
}
