import ArgumentParser

/// How a window opens, how long it stays, and what is kept of it.
struct WindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How large the window opens. (default: 1280x800; that of `monitor` as it was last)",
      valueName: "widthxheight"))
  var windowSize: PictureSize?

  @Option(help: ArgumentHelp("Ends after so long.", valueName: "seconds"))
  var duration: Double?

  @Option(help: ArgumentHelp("Saves the last picture of the window.", valueName: "file.png"))
  var screenshot: String?

  /// Twice the side of the largest displays sold.
  static let largestWindow = 16_384 / 2

  func validate() throws {
    // A century is more than any run, and far from what a clock cannot hold.
    if let duration, !(duration > 0 && duration < 3e9) {
      throw ValidationError("--duration must be more than 0 seconds and less than a century")
    }
    guard
      [windowSize?.width, windowSize?.height].allSatisfy({ ($0 ?? 0) <= Self.largestWindow })
    else {
      throw ValidationError("--window-size must be at most \(Self.largestWindow) pixels a side")
    }
    if screenshot == "-" { throw ValidationError("--screenshot needs a file") }
  }

  var deadline: ContinuousClock.Instant? { duration.map { .now + .seconds($0) } }
}
