import Application
import ArgumentParser

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
  var paths: [String] = []

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
    help: """
      The lamps are lit at rest, and dark for dots and dashes. A file in which no text is found is read this way by itself.
      """)
  var negative = false

  @Flag(
    help: "The file is CSV: seconds,luma. Start of each exposure, and its brightness in any unit.")
  var luma = false

  @Option(
    help: ArgumentHelp(
      "With --luma: length of each exposure. (default: estimated)", valueName: "seconds"),
    transform: number(in: .leastNonzeroMagnitude...60, "above 0 and at most 60 seconds"))
  var exposure: Double?

  mutating func validate() throws {
    guard !paths.isEmpty else { throw ValidationError("name a recording, as in aldis decode clip.mp4") }
    if consensus, format != .text {
      throw ValidationError("--consensus goes with --format text; in jsonl, see the events `repeats`")
    }
    if uncertain, consensus || format != .text {
      throw ValidationError(
        "--uncertain goes with --format text; events tell the `confidence` of each character")
    }
    if exposure != nil, !luma { throw ValidationError("--exposure goes with --luma") }
  }

  func run() throws {
    // Not in `validate`, which comes before the error of an unknown option: its value would seem to be a recording.
    guard paths.count == 1 else {
      throw ValidationError("decode reads one recording; aldis \(paths.joined(separator: " ")) reads several")
    }
    var run = DecodingRun(path: paths[0])
    run.format = format
    run.printsConsensus = consensus
    run.bracketsUncertain = uncertain
    run.reading = reading.choices(wpm: speed.wpm)
    run.isTrace = luma
    run.isNegative = negative
    run.exposure = exposure
    try run.run()
  }
}

extension OutputFormat: ExpressibleByArgument {}
