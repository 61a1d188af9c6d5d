import Capture
import Glibc
import Monitor
import Morse
import Torch

/// Sends a text as light, and reads it back if the user wants that.
package struct SendingRun {
  package var message: OutgoingMessage
  /// Whether standard input is the text of the message.
  package var readsStandardInput = false
  package var lamp = LampChoices()
  /// Whether the light is read back.
  package var verifies = false
  /// What sees the light then; nothing is the first camera.
  package var camera = SourceChoices()

  package init(_ message: OutgoingMessage) { self.message = message }

  package func run() throws {
    let settings = try Settings.load()
    let torches = try lamp.torches(settings)
    let timing = try lamp.timing(settings)
    var message = message
    if readsStandardInput { message.text = try standardInput() }
    let (keying, leftOut) = try message.keyed(timing)
    if !leftOut.isEmpty { say("left out: \(EncodingError.listed(leftOut))") }
    if verifies, keying.characters.count > Self.longestVerified {
      throw Failure(
        .usage, "--verify reads at most \(Self.longestVerified) characters back; send it in parts")
    }
    if verifies, keying.marks.reduce(0, { $0 + $1.upperBound - $1.lowerBound }) < Self.leastLight {
      throw Failure(
        .usage,
        "this message is too short for --verify; send slower, or a longer text")
    }
    guard case .video(let path) = torches[0] else {
      return try shine(message, on: torches, timing, settings)
    }
    if verifies, path == "-" {
      throw Failure(.usage, "--verify reads a video back from its file, not from a pipe")
    }
    try film(keying, shortest: timing.shortest, to: path)
    if verifies { try report(readBack(path, keying, timing, message.sendingAlphabet)) }
  }

  private func shine(
    _ message: OutgoingMessage, on torches: [TorchChoice], _ timing: Timing, _ settings: Settings
  ) throws {
    let source = verifies ? try camera.cameraOrRecording() : nil
    lamp.warnOfFlashes(timing)
    let torch = try LiveTorch(torches, lamp, settings)
    let arrival: Arrival? = try torch.whileTaken {
      // Keyed once more with the timing that this light can keep.
      let timing = torch.timing(timing)
      let keying = try message.keyed(timing).keying
      guard let source else {
        try torch.send(keying)
        return nil
      }
      return try VerifiedSending(keying: keying, torch: torch, source: source)
        .arrival(timing, alphabet: message.sendingAlphabet)
    }
    if let arrival { try report(arrival) }
  }

  /// - Throws: ``ArrivalReport/lost`` if the message did not arrive as it was sent.
  private func report(_ arrival: Arrival) throws {
    try ArrivalReport(arrival: arrival).print()
    if !arrival.hasArrived { throw ArrivalReport.lost }
  }

  private func readBack(
    _ path: String, _ keying: Keying, _ timing: Timing, _ alphabet: Alphabet
  ) throws -> Arrival {
    let reader = BackgroundReader(.recording(path), VerifiedSending.receiver(alphabet))
    defer { reader.stop() }
    var back = ReadingBack(of: keying, timing: timing, alphabet: alphabet)
    while true {
      try Interruption.check()
      let update = try reader.takeUpdate()
      for event in update.events { back.note(event) }
      if update.isOver { return back.arrival() }
    }
  }

  /// Seconds that a light must have shone to be detected. With less, no film of a single E or I was read.
  private static let leastLight = 0.079

  /// Characters: comparing so many with as many takes well under a second.
  private static let longestVerified = 4096

  /// The longest text, in bytes of UTF-8: at 12 words a minute it takes some two weeks.
  private static let longestText = 1_048_576

  private func standardInput() throws -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Self.longestText {
      let count = read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(
          .io, "standard input cannot be read; pipe the text into it, or give the text instead of -")
      }
      if count == 0 { break }
      bytes += piece.prefix(count)
    }
    guard bytes.count <= Self.longestText else {
      throw Failure(.data, "standard input holds more than 1 MiB of text; send it in parts")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.data, "standard input is not UTF-8 text")
    }
    return text
  }

  /// Films a simulated lamp that sends.
  ///
  /// - Parameter shortest: The shortest mark or space, in seconds: it gets no fewer than two frames.
  private func film(_ keying: Keying, shortest: Double, to path: String) throws {
    Interruption.watch()
    let scene = SceneDescription(
      rate: max(30, (2 / shortest).rounded(.up)), torches: [SimulatedTorch(marks: keying.marks)])
    try SceneRecording(scene: scene).write(to: path)
    try Interruption.check()
  }
}
