import Application
import ArgumentParser

struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a text as light.",
    usage: "aldis send <text> ... [<options>]",
    discussion: """
        aldis send CQ DE ALDIS --torch screen
        aldis send SOS --torch led:NAME --wpm 8

      Ctrl-C ends it at once and restores the light. At the end it reports how late the light was switched.
      """)

  @Argument(help: "The text, or - for standard input. Prosigns: '<SK>'.")
  var text: [String]

  @OptionGroup var lamp: LampOptions

  @OptionGroup var spelling: SpellingOptions

  @Flag(help: "Leave out and list characters without a code word.")
  var skipUnknown = false

  @Flag(
    help: """
      Read the light back with a camera, and print what arrived. Exit status 1 if that differs. A video is read from its file.
      """)
  var verify = false

  @OptionGroup var camera: CameraOptions

  func validate() throws {
    if camera.isNamed, !verify { throw ValidationError("--camera and --recording go with --verify") }
  }

  func run() throws {
    var run = SendingRun(spelling.message(text.joined(separator: " "), skipsUnknown: skipUnknown))
    run.readsStandardInput = text == ["-"]
    run.lamp = lamp.choices
    run.verifies = verify
    run.camera = camera.choices
    try run.run()
  }
}
