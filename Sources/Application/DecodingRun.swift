import Capture
import Glibc
import Luma
import Monitor

/// Reads a recording or a trace, and prints its text or its events.
package struct DecodingRun {
  /// `-` is standard input.
  package var path: String
  package var format = OutputFormat.text
  /// Whether the consensus of each torch's repetitions is printed, at the end.
  package var printsConsensus = false
  /// Whether characters with a confidence below 80 % stand in brackets.
  package var bracketsUncertain = false
  package var reading = ReadingChoices()
  /// Whether the file is a trace: CSV with seconds and luma.
  package var isTrace = false
  /// Whether the lamps are lit at rest, and dark for dots and dashes. If no text is found in a file, the file is read again this
  /// way.
  package var isNegative = false
  /// For a trace: seconds of each exposure; estimated if `nil`.
  package var exposure: Double?

  package init(path: String) { self.path = path }

  package func run() throws {
    Interruption.watch()
    var report: DecodingReport
    do {
      report = try read(isNegative: isNegative)
      // Standard input cannot be read twice.
      let canReadAgain = !isPipe && !isStream && report.canBeNegative && report.inputError == nil
      if !isNegative, !report.hasRead, canReadAgain, !Interruption.isRequested {
        let negative = try read(isNegative: true, waitsForText: true)
        if negative.hasRead {
          say("the lamp in \(name) is lit at rest; its dark times were read as dots and dashes")
          report = negative
        }
      }
    } catch let error as CaptureError {
      // If the user interrupts the opening, the input looks cut.
      try Interruption.check()
      throw error
    }
    if let line = report.damage(in: name, isMarked: format == .text && !printsConsensus) { say(line) }
    if !Interruption.isRequested, let error = report.inputError { throw error }
    if printsConsensus, report.lacksRepetitions {
      say(
        """
        no message repeats often enough in \(name) (a long one must be sent twice, a short one more often); this is the text as it \
        was read
        """)
    }
    try Interruption.check()
    if let line = report.reasonForNoText(in: name, wordsPerMinute: reading.wordsPerMinute) { say(line) }
  }

  /// - Parameter waitsForText: Whether nothing is written if no text is found.
  private func read(isNegative: Bool, waitsForText: Bool = false) throws -> DecodingReport {
    let layout =
      isStream ? OutputLayout(live: reading.torches) : OutputLayout(recording: reading.torches)
    let output = EventWriter(
      DecodedOutput(
        format, rules: reading.copying, layout: layout, printsConsensus: printsConsensus,
        bracketsLosses: true,
        minimumConfidence: bracketsUncertain ? 0.8 : 0), waitsForText: waitsForText)
    let isInterrupted = { @Sendable in Interruption.isRequested }
    if isTrace {
      let trace =
        try isPipe
        ? LumaTrace(descriptor: STDIN_FILENO, name: name, isInterrupted: isInterrupted)
        : LumaTrace(path: path, isInterrupted: isInterrupted)
      return try read(trace, isNegative: isNegative, output)
    }
    let recording =
      try isPipe
      ? OpenedRecording(descriptor: STDIN_FILENO, name: name, isInterrupted: isInterrupted)
      : OpenedRecording(path: path, isInterrupted: isInterrupted)
    switch recording {
    case .pictures(let source):
      return try read(source, SceneMeasurement(isNegative: isNegative), output)
    case .grids(let reader):
      guard !isNegative else {
        throw Failure(
          .usage,
          "--negative needs pictures, and \(name) has measurements alone; decode the video it was made from")
      }
      return try read(reader, output)
    }
  }

  private func read(
    _ source: any FrameSource, _ measurement: SceneMeasurement, _ output: consuming EventWriter
  ) throws -> DecodingReport {
    var measurement = measurement
    var receiver = Receiver(reading.receiver(pace: .recording))
    try output.write { receiver.take(.streaming(source.info), report: $0) }
    try output.read { sink throws(CaptureError) in
      switch try source.next(within: .seconds(1)) {
      case .frame(let frame): receiver.take(.grid(measurement.measure(frame)), report: sink)
      case .lost(let lost): receiver.take(.lost(lost), report: sink)
      case .changed: receiver.take(.streaming(source.info), report: sink)
      case .nothing: break
      case .ended: return false
      }
      return true
    }
    return try output.finish { receiver.take(.ended, report: $0) }
  }

  /// Reads a recording of grids. The events are the same as during the recording, except that the user's choices replace the
  /// recorded ones.
  private func read(_ reader: GridReader, _ output: consuming EventWriter) throws -> DecodingReport {
    var receiver = Receiver(reading.receiver(pace: .live))
    try output.read { sink throws(CaptureError) in
      switch try reader.next(within: .seconds(1)) {
      case .record(.sensitivity) where reading.sensitivity != .automatic: break
      case .record(.speed) where reading.wordsPerMinute != nil: break
      case .record(let record): receiver.take(record, report: sink)
      case .nothing: break
      case .end: return false
      }
      return true
    }
    // A recording that ends early does not contain a record of its end.
    var report = try output.finish { receiver.take(.closed, report: $0) }
    report.canBeNegative = false
    return report
  }

  private func read(
    _ trace: LumaTrace, isNegative: Bool, _ output: consuming EventWriter
  ) throws -> DecodingReport {
    var receiver = TraceReceiver(reading.receiver(pace: .recording), exposure: exposure)
    try output.read { sink throws(CaptureError) in
      guard var value = try trace.next() else { return false }
      if isNegative { value.luma.negate() }
      receiver.read(value, report: sink)
      return true
    }
    return try output.finish { receiver.finish(report: $0) }
  }

  private var isPipe: Bool { path == "-" }

  /// The name of the input in messages.
  private var name: String { isPipe ? "standard input" : path }

  /// Whether the input may be live. Then text is written as soon as it is decided.
  private var isStream: Bool {
    let status = isPipe ? FileStatus(descriptor: STDIN_FILENO) : FileStatus(path: path)
    return status.map { !$0.isRegular } ?? false
  }
}
