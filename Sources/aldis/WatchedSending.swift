import Monitor
import Morse

/// A message that is read back by a camera while it is sent.
struct WatchedSending {
  var keying: Keying
  var torch: LiveTorch
  var source: SourceChoice

  /// Seconds, and units, that are watched after the message: its last character ends with the dark after it.
  private static let (afterglow, unitsOfDark) = (2.0, 20.0)

  /// Sends the message and reads it back.
  ///
  /// - Parameter timing: What the message was keyed with.
  func arrival(_ timing: Timing, alphabet: Alphabet) throws -> Arrival {
    let lookout = Lookout(source, Self.receiver(alphabet))
    defer { lookout.stop() }
    try lookout.waitUntilCalm()
    let start = try torch.send(keying)
    try lookout.wait(seconds: max(Self.afterglow, Self.unitsOfDark * timing.unit))
    var back = ReadingBack(of: keying, timing: timing, alphabet: alphabet)
    for event in lookout.conclude().events { back.note(event) }
    return back.arrival(start: lookout.hasMonotonicTimes ? start : nil)
  }

  /// What reads it back: there is time until the end.
  static func receiver(_ alphabet: Alphabet) -> Receiver.Configuration {
    Receiver.Configuration(
      decoder: .init(pace: .recording), copying: CopyingRules(alphabet: .alphabet(alphabet)),
      expectsMessage: true)
  }
}
