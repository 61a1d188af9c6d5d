import Application
import ArgumentParser

/// The options that name the source of a window.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A camera: its device, or part of its name.", valueName: "path|name"),
    completion: .file())
  var camera: String?

  @Option(
    help: ArgumentHelp("A recording, played at the speed it was filmed.", valueName: "file"),
    completion: .file())
  var recording: String?

  @Flag(help: "The built-in demo: a simulated lamp in a harbour.")
  var demo = false

  /// The options by which the user named a source.
  var named: [String] {
    [camera.map { _ in "--camera" }, recording.map { _ in "--recording" }, demo ? "--demo" : nil]
      .compactMap(\.self)
  }

  func validate() throws {
    guard named.count <= 1 else {
      throw ValidationError("\(named.joined(separator: " and ")) exclude each other")
    }
  }

  var choices: SourceChoices { SourceChoices(camera: camera, recording: recording, isDemo: demo) }
}
