import Capture
import Glibc
import Monitor

/// Reads a recording or a trace, and prints its text or its events.
package struct DecodingRun {
  /// `-` is standard input.
  package var path: String
  package var format = OutputFormat.text
  /// Whether each torch's text is voted from its repetitions, and printed at the end.
  package var isVoted = false
  /// Whether characters with a confidence below 80 % stand in brackets.
  package var marksUncertain = false
  package var reading = ReadingChoices()
  /// Whether the file is a trace: CSV with seconds and luma.
  package var isTrace = false
  /// For a trace: seconds of each exposure; estimated if `nil`.
  package var exposure: Double?

  package init(path: String) { self.path = path }

  package func run() throws {
    Interruption.watch()
    let layout =
      isStream ? OutputLayout(live: reading.torches) : OutputLayout(recording: reading.torches)
    let output = DecodedOutput(
      format, rules: reading.copying, layout: layout, isVoted: isVoted, marksLosses: true,
      leastConfidence: marksUncertain ? 0.8 : 0)
    let report = isTrace ? try readTrace(output) : try readRecording(output)
    let name = isPipe ? "standard input" : path
    if let line = report.damage(in: name, isMarked: format == .text && !isVoted) { say(line) }
    if let error = report.earlyEnd { throw error }
    if let line = report.reasonForNoText(in: name) { say(line) }
    if isVoted, report.lacksRepetitions {
      say("no message repeats in \(name); this is the text as it was read")
    }
  }

  private func readRecording(_ output: consuming DecodedOutput) throws -> DecodingReport {
    let recording =
      try isPipe
      ? OpenedRecording(descriptor: STDIN_FILENO, name: "standard input") : OpenedRecording(path: path)
    switch recording {
    case .pictures(let source):
      var pictures = RecordingReading(Receiver(reading.receiver(pace: .recording)), output)
      return try pictures.read(source)
    case .grids(let reader):
      var grids = GridReading(reading, output)
      return try grids.read(reader)
    }
  }

  private func readTrace(_ output: consuming DecodedOutput) throws -> DecodingReport {
    let trace =
      try isPipe
      ? LumaTrace(descriptor: STDIN_FILENO, name: "standard input") : LumaTrace(path: path)
    var values = TraceReading(reading.receiver(pace: .recording), exposure: exposure, output)
    return try values.read(trace)
  }

  private var isPipe: Bool { path == "-" }

  /// Whether the input may be live. Then text is written as soon as it is decided.
  private var isStream: Bool {
    var status = stat()
    let exists = isPipe ? fstat(STDIN_FILENO, &status) == 0 : stat(path, &status) == 0
    return exists && status.st_mode & S_IFMT != S_IFREG
  }
}
