import Glibc
import Monitor
import Morse
import Typesetting

/// The lamp that sends, and its timing, as the user chose them.
package struct LampChoices {
  /// Empty if the user named no torch in the command.
  package var torches: [TorchChoice] = []
  package var remote = RemoteLightChoices()
  /// Torch screen: whether the lamp is the whole screen.
  package var fillsScreen = false
  /// Torch screen: 0.01 to 1; `nil` if the user chose none.
  package var brightness: Double?
  package var colour: Color?
  /// Frequency of a tone that is played as well, in hertz.
  package var pitch: Double?
  package var wordsPerMinute: Double?
  /// Length of a dot in seconds, instead of ``wordsPerMinute``.
  package var unit: Double?
  /// Speed of the whole text, by longer pauses (Farnsworth).
  package var overallWordsPerMinute: Double?
  package var timing = SendingTiming.itu

  package init() {}

  /// Throws if the torches cannot be combined with each other or with the other choices.
  package func check(_ torches: [TorchChoice]) throws(UsageError) {
    if torches != [.screen] {
      let screens = [
        ("--fullscreen", fillsScreen), ("--brightness", brightness != nil), ("--colour", colour != nil),
      ]
      if let screen = screens.first(where: \.1) {
        throw UsageError("\(screen.0) goes with --torch screen")
      }
    }
    if pitch != nil, case .video = torches[0] {
      throw UsageError("a video has no tone; leave out --tone")
    }
    if torches.count > 1 {
      if let exclusive = torches.first(where: \.isExclusive) {
        throw UsageError("\(exclusive) cannot be combined with other torches")
      }
      guard Set(torches.map(\.description)).count == torches.count else {
        throw UsageError("each torch can be given once")
      }
    }
    let addresses = torches.compactMap(\.address)
    try remote.check(for: addresses.first(where: \.isSecure) ?? addresses.first)
  }

  /// The torches that the user named in the command, else the one in the settings.
  func torches(_ settings: Settings) throws -> [TorchChoice] {
    guard torches.isEmpty else { return torches }
    guard let name = settings.torch else {
      throw Failure(
        .usage, "no torch is named; give --torch, or set it in \(Settings.name): [send] torch = \"led:NAME\"")
    }
    do throws(UsageError) {
      let torch = try TorchChoice.named(name)
      try check([torch])
      return [torch]
    } catch {
      throw Failure(.usage, "\(error.message) (the torch of \(Settings.name))")
    }
  }

  /// Whether the user chose a speed in the command.
  var choosesSpeed: Bool {
    if case .lengths = timing { return true }
    return [wordsPerMinute, unit, overallWordsPerMinute].contains { $0 != nil }
  }

  /// Warns before a whole screen flashes in a way that can cause seizures. On a terminal it then waits, so that the user can
  /// stop the program.
  func warnOfFlashes(_ timing: Timing) {
    guard fillsScreen else { return }
    // The refresh rate is unknown until the window covers the screen.
    let timings = [timing] + Self.commonRefreshRates.map { timing.inWholeRefreshes(of: $0) }
    guard let flashes = timings.lazy.compactMap(\.riskyFlashes).first else { return }
    say(
      """
      warning: the whole screen will flash \(flashes.plain(decimals: 1)) times a second, which can cause seizures; without --fullscreen a \
      small lamp sends
      """)
    if isatty(STDERR_FILENO) != 0 { sleep(Self.warningPause) }
  }

  /// Refreshes per second of most displays.
  private static let commonRefreshRates = [50.0, 60]
  /// Seconds.
  private static let warningPause: UInt32 = 4

  /// The timing that the user chose in the command, else in the settings.
  ///
  /// - Throws: A ``Failure`` if the speed of the text is above that of its characters.
  func timing(_ settings: Settings) throws(Failure) -> Timing {
    // The speed of the settings applies to ITU timing; the other timings have a speed of their own.
    let settingsSpeed = timing == .itu ? settings.wordsPerMinute : nil
    let timing = timing.timing(
      unit: unit ?? (wordsPerMinute ?? settingsSpeed).map { Timing.itu(wordsPerMinute: $0).unit })
    guard let overallWordsPerMinute else { return timing }
    let character = 1.2 / timing.unit
    guard overallWordsPerMinute <= character else {
      throw Failure(
        .usage,
        "--overall-wpm must be at most the speed of the characters, \(character.plain), not \(overallWordsPerMinute.plain)"
      )
    }
    return .farnsworth(character: character, overall: overallWordsPerMinute)
  }
}
