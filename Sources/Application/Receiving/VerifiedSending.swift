import Monitor
import Morse

/// A message that a camera reads back while it is sent.
struct VerifiedSending {
  var keying: Keying
  var torch: LiveTorch
  var source: SourceChoice

  /// Seconds, and units, that are read after the message: the darkness after the last character decides it.
  private static let (afterglow, unitsOfDark) = (2.0, 20.0)

  /// Sends the message and reads it back.
  ///
  /// - Parameter timing: What the message was keyed with.
  func arrival(_ timing: Timing, alphabet: Alphabet) throws -> Arrival {
    let reader = BackgroundReader(source, Self.receiver(alphabet))
    defer { reader.stop() }
    try reader.waitUntilCalibrated()
    let start = try torch.send(keying)
    try reader.wait(seconds: max(Self.afterglow, Self.unitsOfDark * timing.unit))
    var back = ReadingBack(of: keying, timing: timing, alphabet: alphabet)
    for event in reader.finishReading().events { back.note(event) }
    return back.arrival(start: reader.hasMonotonicTimes ? start : nil)
  }

  /// Decides at the end of the message, as with a recording.
  static func receiver(_ alphabet: Alphabet) -> Receiver.Configuration {
    Receiver.Configuration(
      decoder: .init(pace: .recording), copying: CopyingRules(alphabet: .alphabet(alphabet)),
      expectsMessage: true)
  }
}
