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
    var run = DecodingRun(path: path)
    run.format = format
    run.printsConsensus = consensus
    run.marksUncertain = uncertain
    run.reading = reading.choices(wpm: speed.wpm)
    run.isTrace = luma
    run.exposure = exposure
    try run.run()
  }
}

extension OutputFormat: ExpressibleByArgument {}
