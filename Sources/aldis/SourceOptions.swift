import ArgumentParser

/// What a window shows.
struct SourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A camera: its device or part of its name.", valueName: "path|name"))
  var camera: String?

  @Option(help: ArgumentHelp("A recording, played as it was filmed.", valueName: "file"))
  var recording: String?

  @Flag(help: "The built-in demo: a harbour lamp, simulated, keyed, measured and decoded.")
  var demo = false

  func validate() throws {
    let named = [
      camera.map { _ in "--camera" }, recording.map { _ in "--recording" }, demo ? "--demo" : nil,
    ]
    .compactMap(\.self)
    guard named.count <= 1 else {
      throw ValidationError("\(named.joined(separator: " and ")) exclude each other")
    }
  }
}
