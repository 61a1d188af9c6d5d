import Application
import ArgumentParser

/// The options of a window.
struct WindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Window size. (default: 1280x800, or the last one)",
      valueName: "WxH"), transform: option(PictureSize.named))
  var windowSize: PictureSize?

  // The limit of a century is longer than any run, and fits into the clock's type.
  @Option(
    help: ArgumentHelp("Ends after this time.", valueName: "seconds"),
    transform: number(in: .leastNonzeroMagnitude...3e9, "seconds above 0, and less than a century"))
  var duration: Double?

  @Option(
    help: ArgumentHelp("Saves a picture of the window at the end.", valueName: "file.png"),
    completion: .file())
  var screenshot: String?

  func validate() throws {
    guard
      [windowSize?.width, windowSize?.height].allSatisfy({ ($0 ?? 0) <= WindowChoices.largestSide })
    else {
      throw ValidationError("--window-size must be at most \(WindowChoices.largestSide) pixels a side")
    }
    if screenshot == "-" { throw ValidationError("--screenshot needs a file") }
  }

  func choices(_ language: LanguageOption) -> WindowChoices {
    var choices = WindowChoices()
    choices.size = windowSize
    choices.duration = duration
    choices.screenshot = screenshot
    choices.language = language.languageOrDefault
    return choices
  }
}
