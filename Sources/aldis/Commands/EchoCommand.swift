import Application
import ArgumentParser

struct EchoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "echo",
    abstract: "Answers every message it reads with light.",
    usage: "aldis echo [<options>]",
    discussion: """
        aldis echo --torch led:NAME
        aldis echo --torch screen --reply 'tr A-Z N-ZA-M'

      Sends back what it read, or the output of --reply. A message ends when its light has been dark for a while. While it \
      sends, Aldis does not read. Prints "< " and each message, "> " and each answer. Ctrl-C ends it.
      """)

  @OptionGroup var camera: CameraOptions

  @OptionGroup var lamp: LampOptions

  @Option(
    help: ArgumentHelp(
      """
      Command for sh: gets the message on standard input, prints the answer.
      """, valueName: "command"))
  var reply: String?

  @Option(
    help: ArgumentHelp(
      "Least darkness that ends a message. (default: 3)", valueName: "seconds"),
    transform: number(in: 0.5...3600))
  var pause = 3.0

  @Option(
    help: ArgumentHelp("Ends after this many messages.", valueName: "messages"),
    transform: number(in: 1...999_999))
  var count: Int?

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    var run = EchoRun()
    run.camera = camera.choices
    run.lamp = lamp.choices
    run.reply = reply
    run.pause = pause
    run.count = count
    run.reading = reading.choices()
    try run.run()
  }
}
