import Graphics
import Monitor
import Morse
import Torch

/// Reads messages, and answers each with light.
package struct EchoRun {
  /// The first camera if none is named.
  package var camera = SourceChoices()
  package var lamp = LampChoices()
  /// Command for sh that prints the answer; with `nil` the message is sent back.
  package var reply: String?
  /// Seconds of darkness that end a message.
  package var pause = 3.0
  /// Number of messages after which the run ends; with `nil` it runs until the user ends it.
  package var count: Int?
  package var reading = ReadingChoices()

  package init() {}

  package func run() throws {
    let settings = try Settings.load()
    let choices = try lamp.torches(settings)
    if case .video = choices[0] { throw Failure(.usage, "echo cannot send to a video; name another torch") }
    let source = try camera.cameraOrRecording()
    let chosenTiming = try lamp.timing(settings)
    lamp.warnOfFlashes(chosenTiming)
    let torch = try LiveTorch(choices, lamp, settings)
    try torch.releaseAfter {
      let timing = torch.timing(chosenTiming)
      let reader = BackgroundReader(source, reading.receiver(pace: .live))
      defer { reader.stop() }
      try DisplayLoss.releasing(reader.stop) { try converse(reader, torch, timing) }
    }
  }

  private func converse(_ reader: BackgroundReader, _ torch: LiveTorch, _ timing: Timing) throws {
    try reader.waitUntilCalibrated()
    say("watching for a message")
    var message = IncomingMessage(reading.copying, pause: pause)
    var answerCount = 0
    while !torch.shouldClose {
      try Interruption.check()
      let update = try reader.takeUpdate()
      for event in update.events { message.note(event) }
      guard update.isOver || message.isOver(at: update.time) else { continue }
      for event in reader.finishReading().events { message.note(event) }
      if !message.text.isEmpty {
        try answer(message.text, torch, timing)
        answerCount += 1
      }
      if update.isOver || answerCount == count { return }
      message = IncomingMessage(reading.copying, pause: pause)
      reader.resume()
    }
  }

  private func answer(_ received: String, _ torch: LiveTorch, _ timing: Timing) throws {
    try Output.standard.write("< \(received)\n")
    guard let text = if let reply { try ReplyCommand(command: reply).reply(to: received) } else { received }
    else {
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
    // Frames with the program's own light may still be in the camera's buffers.
    try torch.waitDark(seconds: 1)
  }
}
