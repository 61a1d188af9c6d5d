import ArgumentParser
import Capture
import Glibc
import Monitor

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Reads a recording to its end and prints the text.",
    discussion: """
      Reads every container FFmpeg reads, what `aldis monitor --record` has kept, and YUV4MPEG2 from a pipe. Needs no \
      window and no display. The text goes to standard output, everything else to standard error: also why nothing could \
      be read, with what was measured. A recording of grids is read as it was at the time, event for event. Of a pipe the \
      text is written as it is decided; where there are several torches, each speaks on lines of its own.
      """)

  @Argument(
    help: ArgumentHelp(
      "The recording, or - for YUV4MPEG2, grids or a trace on standard input.", valueName: "file"))
  var path: String

  @Option(help: "text, or jsonl: one JSON object for every event.")
  var format = OutputFormat.text

  @Flag(
    help: """
      One text for each torch, voted from the repetitions of a message that is sent again and again, as beacons do. It is \
      written at the end; what does not repeat is written as it was read.
      """)
  var consensus = false

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var speed: SpeedOption

  @Flag(
    help: "The file is a trace in CSV, seconds,luma: the start of each exposure, its brightness in any unit.")
  var luma = false

  @Option(
    help: ArgumentHelp(
      "How long each exposure of a trace was; estimated if this is not told.", valueName: "seconds"))
  var exposure: Double?

  mutating func validate() throws {
    if consensus, format != .text {
      throw ValidationError("--consensus is for text; in jsonl the events `repeats` tell it")
    }
    guard let exposure else { return }
    guard luma else { throw ValidationError("--exposure tells of a trace: give --luma as well") }
    guard exposure > 0, exposure <= 60 else {
      throw ValidationError("--exposure must be above 0 and at most 60 seconds, not \(exposure)")
    }
  }

  func run() throws {
    Interruption.watch()
    let layout =
      isStream ? OutputLayout(live: reading.torches) : OutputLayout(recording: reading.torches)
    let output = DecodedOutput(
      format, rules: reading.copying, layout: layout, isVoted: consensus, marksLosses: true)
    let end = luma ? try readTrace(output) : try readRecording(output)
    let name = isPipe ? "standard input" : path
    if let line = end.damage(in: name, isMarked: format == .text && !consensus) { say(line) }
    if let broken = end.broken { throw broken }
    if let line = end.disappointment(in: name) { say(line) }
    if consensus, end.isSaidOnce { say("nothing is repeated in \(name); this is the text as it was read") }
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
