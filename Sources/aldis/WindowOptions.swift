import ArgumentParser

/// How a window opens, how long it stays, and what is kept of it.
struct WindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Window size. (default: 1280x800, or the last one)",
      valueName: "WxH"))
  var windowSize: PictureSize?

  @Option(help: ArgumentHelp("Ends after this time.", valueName: "seconds"))
  var duration: Double?

  @Option(
    help: ArgumentHelp("Saves a picture of the window at the end.", valueName: "file.png"),
    completion: .file())
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
