import ArgumentParser

/// How fast the light is known to signal.
struct SpeedOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Words per minute inside characters, if known: \(range.lowerBound.plain) to \(range.upperBound.plain). Reads that speed \
      within 10 %. (default: learned)
      """, valueName: "number"))
  var wpm: Double?

  /// From a dot of three seconds to one of a frame of the fastest cameras that people have.
  static let range = 0.4...200.0

  mutating func validate() throws {
    if let wpm { try require("--wpm", wpm, in: Self.range) }
  }
}
