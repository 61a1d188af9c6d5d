import ArgumentParser
import FoundationEssentials
import Glibc
import Monitor
import Morse
import Torch

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

  @OptionGroup var source: WatchedSource

  @OptionGroup var lamp: LampOptions

  @Option(
    help: ArgumentHelp(
      """
      Command for sh: gets the message on standard input, prints the answer.
      """, valueName: "command"))
  var reply: String?

  @Option(
    help: ArgumentHelp(
      "Least darkness that ends a message.", valueName: "seconds"))
  var pause = 3.0

  @Option(help: ArgumentHelp("Ends after this many messages.", valueName: "messages"))
  var count: Int?

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    try require("--pause", pause, in: 0.5...3600)
    if let count { try require("--count", Double(count), in: 1...999_999) }
  }

  func run() throws {
    let settings = try Settings.load()
    let choices = try lamp.torches(settings)
    if case .video = choices[0] { throw Failure(.usage, "echo cannot send to a video; name another torch") }
    let source = try source.choose()
    let wanted = try lamp.timing(settings)
    lamp.warnOfFlashes(wanted)
    let torch = try LiveTorch(choices, lamp, settings)
    try torch.whileTaken {
      let timing = torch.timing(wanted)
      let lookout = Lookout(source, reading.receiver(pace: .live))
      defer { lookout.stop() }
      try converse(lookout, torch, timing)
    }
  }

  private func converse(_ lookout: Lookout, _ torch: LiveTorch, _ timing: Timing) throws {
    try lookout.waitUntilCalm()
    say("watching for a message")
    var message = IncomingMessage(reading.copying, pause: pause)
    var answered = 0
    while !torch.isToEnd {
      try Interruption.check()
      let sight = try lookout.look()
      for event in sight.events { message.note(event) }
      guard sight.isOver || message.isOver(at: sight.time) else { continue }
      for event in lookout.conclude().events { message.note(event) }
      if !message.text.isEmpty {
        try answer(message.text, torch, timing)
        answered += 1
      }
      if sight.isOver || answered == count { return }
      message = IncomingMessage(reading.copying, pause: pause)
      lookout.lookAgain()
    }
  }

  private func answer(_ heard: String, _ torch: LiveTorch, _ timing: Timing) throws {
    try Output.standard.write("< \(heard)\n")
    guard let text = if let reply { try ReplyCommand(command: reply).reply(to: heard) } else { heard } else {
      return
    }
    let message = OutgoingMessage(text: text, alphabet: reading.alphabet, skipsUnknown: true)
    let keying: Keying
    let leftOut: [String]
    do throws(Failure) {
      (keying, leftOut) = try message.keyed(timing)
    } catch {
      return say(error.message)
    }
    if !leftOut.isEmpty { say("left out: \(EncodingError.listed(leftOut))") }
    try Output.standard.write("> \(leftOut.isEmpty ? text : keying.text)\n")
    try torch.send(keying)
    // What was filmed of it is still on its way through the camera.
    try torch.rest(seconds: 1)
  }
}
