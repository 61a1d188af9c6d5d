import Application
import ArgumentParser

/// The option for a known speed of the sender.
struct SpeedOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Words per minute inside characters, if known: \(range.lowerBound.plain) to \(range.upperBound.plain). Reads that speed \
      within 10 %. (default: learned)
      """, valueName: "number"), transform: number(in: range))
  var wpm: Double?

  private static let range = ReadingChoices.speeds
}
