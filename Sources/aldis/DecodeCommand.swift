import ArgumentParser
import Capture
import Frames
import Glibc
import Light
import Luma
import Monitor

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Reads a recording to its end and prints the text.",
    discussion: """
      Reads every container FFmpeg reads, and YUV4MPEG2 from a pipe. Needs no window and no display. The text goes to \
      standard output, everything else to standard error.
      """)

  @Argument(
    help: ArgumentHelp("The recording, or - for YUV4MPEG2 or a trace on standard input.", valueName: "file"))
  var path: String

  @Option(help: "text, or jsonl: one JSON object for every event.")
  var format = OutputFormat.text

  @OptionGroup var reading: ReadingOptions

  @Flag(
    help: "The file is a trace in CSV, seconds,luma: the start of each exposure, its brightness in any unit.")
  var luma = false

  @Option(
    help: ArgumentHelp(
      "How long each exposure of a trace was; estimated if this is not told.", valueName: "seconds"))
  var exposure: Double?

  mutating func validate() throws {
    guard let exposure else { return }
    guard luma else { throw ValidationError("--exposure tells of a trace: give --luma as well") }
    guard exposure > 0, exposure <= 60 else {
      throw ValidationError("--exposure must be above 0 and at most 60 seconds, not \(exposure)")
    }
  }

  func run() throws {
    Interruption.watch()
    var reading = Reading(
      Receiver(reading.receiver), DecodedOutput(format, namesTorches: reading.torches > 1))
    // Whatever ends the recording, what came before is decoded and printed.
    let broken = luma ? try readTrace(&reading) : try readRecording(&reading)
    try reading.finish()
    if let broken { throw Failure(broken) }
    if !reading.hasFoundTorch { say("found no light that signals in \(isPipe ? "standard input" : path)") }
  }

  private func readRecording(_ reading: inout Reading) throws -> CaptureError? {
    let source: any FrameSource
    do throws(CaptureError) {
      source =
        try isPipe
        ? Y4MReader(descriptor: STDIN_FILENO, name: "standard input") : RecordingSource.open(path)
    } catch {
      return error
    }
    return try reading.read(source)
  }

  private func readTrace(_ reading: inout Reading) throws -> CaptureError? {
    var values: [LumaTrace.Value] = []
    var broken: CaptureError?
    do throws(CaptureError) {
      let trace =
        try isPipe
        ? LumaTrace(descriptor: STDIN_FILENO, name: "standard input") : LumaTrace(path: path)
      while !Interruption.isRequested, let value = try trace.next() { values.append(value) }
    } catch {
      broken = error
    }
    try reading.read(values, exposure: exposure)
    return broken
  }

  private var isPipe: Bool { path == "-" }
}

/// A recording on its way to text.
private struct Reading: ~Copyable {
  private var receiver: Receiver
  private var output: DecodedOutput
  // Filled again and again; kept for their storage.
  private var grid = LumaGrid(width: 1, height: 1)
  private var events: [MonitorEvent] = []
  /// What was known of the recording when it ended.
  private var info: SourceInfo?

  var hasFoundTorch: Bool { !receiver.lanes.isEmpty }

  init(_ receiver: Receiver, _ output: consuming DecodedOutput) {
    self.receiver = receiver
    self.output = output
  }

  /// Reads to the end.
  ///
  /// - Returns: What broke the recording off, if anything did.
  mutating func read(_ source: any FrameSource) throws -> CaptureError? {
    try output.write(.camera(CameraEvent(.streaming, info: source.info, time: 0)))
    defer { info = source.info }
    while !Interruption.isRequested {
      let event: CaptureEvent
      do throws(CaptureError) {
        event = try source.next(within: .seconds(1))
      } catch {
        return error
      }
      switch consume event {
      case .frame(let frame):
        CPULuma.measure(frame, into: &grid)
        receiver.read(grid) { events.append($0) }
      case .lost(let lost):
        receiver.note(lost) { events.append($0) }
      case .changed:
        events.append(.camera(CameraEvent(.streaming, info: source.info, time: receiver.time)))
      case .nothing:
        continue
      case .ended:
        return nil
      }
      try tell()
    }
    return nil
  }

  /// Reads a bare trace to its end.
  mutating func read(_ values: [LumaTrace.Value], exposure: Double?) throws {
    let grids = TraceGrids(of: values, exposure: exposure)
    for (index, value) in values.enumerated() {
      grids.fill(&grid, with: value, sequence: UInt64(index))
      receiver.read(grid) { events.append($0) }
      try tell()
    }
  }

  mutating func finish() throws {
    receiver.finish { events.append($0) }
    if let info { events.append(.camera(CameraEvent(.ended, info: info, time: receiver.time))) }
    try tell()
    try output.finish()
  }

  private mutating func tell() throws {
    for event in events { try output.write(event) }
    events.removeAll(keepingCapacity: true)
  }
}
