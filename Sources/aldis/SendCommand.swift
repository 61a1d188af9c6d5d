import ArgumentParser
import Capture
import FoundationEssentials
import Glibc
import Monitor
import Morse
import Torch

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

  @OptionGroup var source: WatchedSource

  func validate() throws {
    if source.isNamed, !verify { throw ValidationError("--camera and --recording go with --verify") }
  }

  func run() throws {
    let settings = try Settings.load()
    let torches = try lamp.torches(settings)
    let timing = try lamp.timing(settings)
    let message = spelling.message(
      text == ["-"] ? try standardInput() : text.joined(separator: " "), skipsUnknown: skipUnknown)
    let (keying, leftOut) = try message.keyed(timing)
    if !leftOut.isEmpty { say("left out: \(EncodingError.listed(leftOut))") }
    if verify, keying.characters.count > Self.longestVerified {
      throw Failure(
        .usage, "--verify reads at most \(Self.longestVerified) characters back; send it in parts")
    }
    if verify, keying.marks.reduce(0, { $0 + $1.upperBound - $1.lowerBound }) < Self.leastLight {
      throw Failure(
        .usage,
        "this message is too short for --verify; send slower, or a longer text")
    }
    guard case .video(let path) = torches[0] else {
      return try shine(message, on: torches, timing, settings)
    }
    if verify, path == "-" {
      throw Failure(.usage, "--verify reads a video back from its file, not from a pipe")
    }
    try film(keying, shortest: timing.shortest, to: path)
    if verify { try tell(readingBack(path, keying, timing, message.sendingAlphabet)) }
  }

  private func shine(
    _ message: OutgoingMessage, on torches: [TorchChoice], _ timing: Timing, _ settings: Settings
  ) throws {
    let source = verify ? try source.choose() : nil
    lamp.warnOfFlashes(timing)
    let torch = try LiveTorch(torches, lamp, settings)
    let arrival: Arrival? = try torch.whileTaken {
      // Keyed anew: only the light knows what it can keep.
      let timing = torch.timing(timing)
      let keying = try message.keyed(timing).keying
      guard let source else {
        try torch.send(keying)
        return nil
      }
      return try WatchedSending(keying: keying, torch: torch, source: source)
        .arrival(timing, alphabet: message.sendingAlphabet)
    }
    if let arrival { try tell(arrival) }
  }

  /// - Throws: ``ArrivalReport/lost`` where it did not arrive as it was sent.
  private func tell(_ arrival: Arrival) throws {
    try ArrivalReport(arrival: arrival).print()
    if !arrival.hasArrived { throw ArrivalReport.lost }
  }

  private func readingBack(
    _ path: String, _ keying: Keying, _ timing: Timing, _ alphabet: Alphabet
  ) throws -> Arrival {
    let lookout = Lookout(.recording(path), WatchedSending.receiver(alphabet))
    defer { lookout.stop() }
    var back = ReadingBack(of: keying, timing: timing, alphabet: alphabet)
    while true {
      try Interruption.check()
      let sight = try lookout.look()
      for event in sight.events { back.note(event) }
      if sight.isOver { return back.arrival() }
    }
  }

  /// Seconds that a light must have shone to be taken for one that signals: less was found in no film of a single E or I.
  private static let leastLight = 0.079

  /// Characters that are compared with as many in well under a second.
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
