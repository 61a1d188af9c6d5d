import ArgumentParser
import Capture
import Glibc
import Monitor

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Reads a recording and prints its text.",
    usage: "aldis decode <file> [<options>]",
    discussion: """
        aldis decode clip.mp4
        aldis decode clip.mp4 --format jsonl

      Reads video that FFmpeg reads, recordings of aldis monitor --record, and YUV4MPEG2 from a pipe. Needs no display. \
      The text goes to standard output, everything else to standard error. Text from a pipe is printed as it is decided; \
      text that was read where pictures are damaged stands in brackets.
      """)

  @Argument(
    help: ArgumentHelp(
      "The recording; - is standard input.", valueName: "file"), completion: .file())
  var path: String

  @Option(help: "Text, or one JSON object per event.")
  var format = OutputFormat.text

  @Flag(
    help: """
      One text per torch, voted from all repetitions of a message, at the end. For beacons.
      """)
  var consensus = false

  @Flag(help: "Put what is less sure than 80 % in [brackets].")
  var uncertain = false

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var speed: SpeedOption

  @Flag(
    help: "The file is CSV: seconds,luma. Start of each exposure, and its brightness in any unit.")
  var luma = false

  @Option(
    help: ArgumentHelp(
      "With --luma: length of each exposure. (default: estimated)", valueName: "seconds"))
  var exposure: Double?

  mutating func validate() throws {
    if consensus, format != .text {
      throw ValidationError("--consensus goes with --format text; in jsonl, see the events `repeats`")
    }
    if uncertain, consensus || format != .text {
      throw ValidationError(
        "--uncertain goes with --format text; events tell the `confidence` of each character")
    }
    guard let exposure else { return }
    guard luma else { throw ValidationError("--exposure goes with --luma") }
    guard exposure > 0, exposure <= 60 else {
      throw ValidationError("--exposure must be above 0 and at most 60 seconds, not \(exposure)")
    }
  }

  func run() throws {
    Interruption.watch()
    let layout =
      isStream ? OutputLayout(live: reading.torches) : OutputLayout(recording: reading.torches)
    let output = DecodedOutput(
      format, rules: reading.copying, layout: layout, isVoted: consensus, marksLosses: true,
      leastConfidence: uncertain ? 0.8 : 0)
    let end = luma ? try readTrace(output) : try readRecording(output)
    let name = isPipe ? "standard input" : path
    if let line = end.damage(in: name, isMarked: format == .text && !consensus) { say(line) }
    if let broken = end.broken { throw broken }
    if let line = end.disappointment(in: name) { say(line) }
    if consensus, end.isSaidOnce { say("no message repeats in \(name); this is the text as it was read") }
  }

  private func readRecording(_ output: consuming DecodedOutput) throws -> Findings {
    let recording =
      try isPipe
      ? OpenedRecording(descriptor: STDIN_FILENO, name: "standard input") : OpenedRecording(path: path)
    switch recording {
    case .pictures(let source):
      var pictures = RecordingReading(Receiver(reading.receiver(pace: .recording, wpm: speed.wpm)), output)
      return try pictures.read(source)
    case .grids(let reader):
      var grids = GridReading(reading, speed, output)
      return try grids.read(reader)
    }
  }

  private func readTrace(_ output: consuming DecodedOutput) throws -> Findings {
    let trace =
      try isPipe
      ? LumaTrace(descriptor: STDIN_FILENO, name: "standard input") : LumaTrace(path: path)
    var values = TraceReading(
      reading.receiver(pace: .recording, wpm: speed.wpm), exposure: exposure, output)
    return try values.read(trace)
  }

  private var isPipe: Bool { path == "-" }

  /// Whether the light comes as it shines, for all that is known: its text is written as it is decided.
  private var isStream: Bool {
    var status = stat()
    let isThere = isPipe ? fstat(STDIN_FILENO, &status) == 0 : stat(path, &status) == 0
    return isThere && status.st_mode & S_IFMT != S_IFREG
  }
}
