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

  @Argument(help: ArgumentHelp("The recording, or - for YUV4MPEG2 on standard input.", valueName: "file"))
  var path: String

  @Option(help: "text, or jsonl: one JSON object for every event.")
  var format = OutputFormat.text

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "The file is a trace in CSV: seconds,luma.")
  var luma = false

  func run() throws {
    Interruption.watch()
    let source: any FrameSource
    do throws(CaptureError) {
      source = try open()
    } catch {
      throw Failure(error)
    }
    var reading = Reading(
      Receiver(reading.receiver), DecodedOutput(format, namesTorches: reading.torches > 1))
    try reading.tell(.camera(CameraEvent(.streaming, info: source.info, time: 0)))
    let broken = try reading.read(source)
    // Whatever ended the recording, what came before is decoded and printed.
    try reading.finish(source)
    if let broken { throw Failure(broken) }
  }

  private func open() throws(CaptureError) -> any FrameSource {
    path == "-"
      ? try Y4MReader(descriptor: STDIN_FILENO, name: "standard input")
      : try RecordingSource.open(path)
  }
}

/// A recording on its way to text.
private struct Reading: ~Copyable {
  private var receiver: Receiver
  private var output: DecodedOutput
  // Filled again and again; kept for their storage.
  private var grid = LumaGrid(width: 1, height: 1)
  private var events: [MonitorEvent] = []

  init(_ receiver: Receiver, _ output: consuming DecodedOutput) {
    self.receiver = receiver
    self.output = output
  }

  /// Reads to the end.
  ///
  /// - Returns: What broke the recording off, if anything did.
  mutating func read(_ source: any FrameSource) throws -> CaptureError? {
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

  mutating func finish(_ source: any FrameSource) throws {
    receiver.finish { events.append($0) }
    events.append(.camera(CameraEvent(.ended, info: source.info, time: receiver.time)))
    try tell()
    try output.finish()
  }

  mutating func tell(_ event: MonitorEvent) throws {
    try output.write(event)
  }

  private mutating func tell() throws {
    for event in events { try output.write(event) }
    events.removeAll(keepingCapacity: true)
  }
}
