import Capture
import Glibc
import Monitor
import Morse
import Torch

/// Sends a text as light. If the user wants it, a camera reads the light back.
package struct SendingRun {
  package var message: OutgoingMessage
  /// Whether standard input is the text of the message.
  package var readsStandardInput = false
  package var lamp = LampChoices()
  /// Whether the light is read back.
  package var verifies = false
  /// The source that reads the light back; the first camera if none is named.
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
    if verifies, keying.marks.reduce(0, { $0 + $1.upperBound - $1.lowerBound }) < Self.minimumLight {
      throw Failure(
        .usage,
        "this message is too short for --verify; send slower, or a longer text")
    }
    guard case .video(let path) = torches[0] else {
      return try sendLive(message, on: torches, timing, settings)
    }
    if verifies, path == "-" {
      throw Failure(.usage, "--verify reads a video back from its file, not from a pipe")
    }
    try film(keying, shortest: timing.shortestDuration, to: path)
    if verifies { try report(readBack(path, keying, timing, message.sendingAlphabet)) }
  }

  private func sendLive(
    _ message: OutgoingMessage, on torches: [TorchChoice], _ timing: Timing, _ settings: Settings
  ) throws {
    let source = verifies ? try camera.cameraOrRecording() : nil
    lamp.warnOfFlashes(timing)
    let torch = try LiveTorch(torches, lamp, settings)
    let result: LoopBackResult? = try torch.releaseAfter {
      // The message is keyed again with the timing that this light can keep.
      let timing = torch.timing(timing)
      let keying = try message.keyed(timing).keying
      guard let source else {
        try torch.send(keying)
        return nil
      }
      return try VerifiedSending(keying: keying, torch: torch, source: source)
        .result(timing, alphabet: message.sendingAlphabet)
    }
    if let result { try report(result) }
  }

  /// - Throws: ``LoopBackReport/failure`` if the message was not read back as it was sent.
  private func report(_ result: LoopBackResult) throws {
    try LoopBackReport(result: result).print()
    if !result.isCorrect { throw LoopBackReport.failure }
  }

  private func readBack(
    _ path: String, _ keying: Keying, _ timing: Timing, _ alphabet: Alphabet
  ) throws -> LoopBackResult {
    let reader = BackgroundReader(.recording(path), VerifiedSending.receiver(alphabet))
    defer { reader.stop() }
    var comparison = LoopBackComparison(of: keying, timing: timing, alphabet: alphabet)
    while true {
      try Interruption.check()
      let update = try reader.takeUpdate()
      for event in update.events { comparison.note(event) }
      if update.isOver { return comparison.result() }
    }
  }

  /// Least total duration of the marks, in seconds, so that the light is detected. With less, no film of a single E or I was
  /// read.
  private static let minimumLight = 0.079

  /// Limit of the characters. Comparing two texts of this length takes well under a second.
  private static let longestVerified = 4096

  /// Limit of the text, in bytes of UTF-8. At 12 words per minute such a text takes about two weeks.
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

  /// Writes a video of a simulated lamp that sends.
  ///
  /// - Parameter shortest: The shortest mark or space, in seconds. It lasts at least two frames.
  private func film(_ keying: Keying, shortest: Double, to path: String) throws {
    Interruption.watch()
    let scene = SceneDescription(
      rate: max(30, (2 / shortest).rounded(.up)), torches: [SimulatedTorch(marks: keying.marks)])
    try SceneRecording(scene: scene).write(to: path)
    try Interruption.check()
  }
}
