import Graphics
import Monitor
import Morse

/// A message that a camera reads back while it is sent.
struct VerifiedSending {
  var keying: Keying
  var torch: LiveTorch
  var source: SourceChoice

  /// Least time that is read after the message, in seconds and in units. The last character is decided in the darkness after
  /// it.
  private static let (trailingSeconds, trailingUnits) = (2.0, 20.0)

  /// Sends the message and reads it back.
  ///
  /// - Parameter timing: The timing with which the message was keyed.
  func result(_ timing: Timing, alphabet: Alphabet) throws -> LoopBackResult {
    let reader = BackgroundReader(source, Self.receiver(alphabet))
    defer { reader.stop() }
    try reader.waitUntilCalibrated()
    let start = try DisplayLoss.releasing(reader.stop) { try torch.send(keying) }
    try reader.wait(seconds: max(Self.trailingSeconds, Self.trailingUnits * timing.unit))
    var comparison = LoopBackComparison(of: keying, timing: timing, alphabet: alphabet)
    for event in reader.finishReading().events { comparison.note(event) }
    return comparison.result(start: reader.hasMonotonicTimes ? start : nil)
  }

  /// The configuration of a receiver that decides at the end of the message, as for a recording.
  static func receiver(_ alphabet: Alphabet) -> Receiver.Configuration {
    Receiver.Configuration(
      decoder: .init(pace: .recording), copying: CopyingRules(alphabet: .alphabet(alphabet)),
      expectsMessage: true)
  }
}
