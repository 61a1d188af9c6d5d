import FoundationEssentials
import Frames
import Glibc

/// One line of the event log, as `Resources/events.schema.json` describes it.
///
/// Every record has `event` and `time`; the rest depends on the event. Absent fields are left out, never null.
struct EventRecord: Encodable {
  var event: String
  /// Seconds on the source's time axis.
  var time: Double
  /// Time of writing: wall clock, UTC, ISO 8601.
  var at: String?
  var torch: String?
  var state: String?
  var x: Double?
  var y: Double?
  var radius: Double?
  var on: Bool?
  var uncertainty: Double?
  var character: String?
  var code: String?
  var start: Double?
  var end: Double?
  var confidence: Double?
  var alternative: String?
  var wpm: Double?
  var text: String?
  var count: Int?
  var cause: String?
  var progress: Double?
  var name: String?
  var width: Int?
  var height: Int?
  var rate: Double?
  var format: String?
  var message: String?
  var reason: String?
  var figure: Double?
  var repetitions: Double?
  var station: String?
  /// The letter of the torch that this torch reflected.
  var echo: String?
}

extension EventRecord {
  init(_ event: MonitorEvent) {
    switch event {
    case .station(let station):
      self.init(event: "station", time: 0, station: station.description)
    case .torchFound(let id, let x, let y, let radius, let time):
      self.init(
        event: "torch", time: time, torch: id.letter, state: "found", x: x.rounded(to: 2),
        y: y.rounded(to: 2), radius: radius.rounded(to: 2))
    case .torchLost(let id, let other, let time):
      self.init(event: "torch", time: time, torch: id.letter, state: "lost", echo: other?.letter)
    case .light(let edge):
      self.init(
        event: "light", time: edge.time, torch: edge.torch.letter, on: edge.isOn,
        uncertainty: edge.uncertainty.rounded(to: 6))
    case .character(let id, let character):
      self.init(
        event: "character", time: character.end, torch: id.letter, character: character.sign,
        code: character.code.description, start: character.start.rounded(to: 6),
        end: character.end.rounded(to: 6), confidence: character.confidence.rounded(to: 4),
        alternative: character.alternative?.text, wpm: character.wordsPerMinute.rounded(to: 2))
    case .word(let id, let text, let time):
      self.init(event: "word", time: time, torch: id.letter, text: text)
    case .repeats(let id, let text, let repetitions, let time):
      self.init(
        event: "repeats", time: time, torch: id.letter, text: text, repetitions: repetitions.rounded(to: 2))
    case .diagnosis(let id, let diagnosis, let time):
      self.init(
        event: "diagnosis", time: time, torch: id?.letter, message: diagnosis?.message,
        reason: diagnosis?.kind.rawValue ?? "none", figure: diagnosis?.figure.rounded(to: 4))
    case .framesLost(let lost):
      self.init(
        event: "frames-lost", time: lost.time.seconds, count: lost.count, cause: lost.cause.rawValue)
    case .camera(let camera):
      self.init(
        event: "camera", time: camera.time, state: camera.state.rawValue, name: camera.name,
        width: camera.width, height: camera.height, rate: camera.rate?.rounded(to: 3), format: camera.format,
        message: camera.message)
    case .calibration(let progress, let time):
      self.init(event: "calibration", time: time, progress: progress.rounded(to: 4))
    case .storage(let storage):
      self.init(
        event: "storage", time: storage.time, state: storage.state.rawValue, count: storage.count,
        name: storage.name, message: storage.message)
    }
    // A microsecond is finer than any camera's clock and keeps the lines short.
    time = time.rounded(to: 6)
  }

  /// The record as one line of JSON, without a line break.
  func line() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, booleans and finite numbers always encode.
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension MonitorEvent {
  /// The event as one line of JSON, without a line break; see `Resources/events.schema.json`.
  public var jsonLine: String { EventRecord(self).line() }

  /// The same line for a live log, with the time of writing.
  ///
  /// - Parameter moment: Time of the wall clock. The source's time axis starts again when the machine starts.
  public func jsonLine(at moment: Date) -> String {
    var record = EventRecord(self)
    record.at = moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    return record.line()
  }
}

extension Double {
  /// To `digits` decimal places; a value that is not finite becomes 0, because JSON cannot represent it.
  fileprivate func rounded(to digits: Int) -> Double {
    guard isFinite else { return 0 }
    let scale = pow(10, Double(digits))
    return (self * scale).rounded() / scale
  }
}
