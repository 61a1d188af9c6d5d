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
  /// - Parameter unit: Length of a dot, in seconds.
  func arrival(unit: Double, alphabet: Alphabet) throws -> Arrival {
    let lookout = Lookout(source, Self.receiver(keying, unit: unit, alphabet))
    defer { lookout.stop() }
    try lookout.waitUntilCalm()
    let start = try torch.send(keying)
    try lookout.wait(seconds: max(Self.afterglow, Self.unitsOfDark * unit))
    var back = ReadingBack(of: keying, alphabet: alphabet)
    for event in lookout.conclude().events { back.note(event) }
    return back.arrival(start: lookout.hasMonotonicTimes ? start : nil)
  }

  /// What reads `keying`: there is time until the end. A single mark tells no speed, and is read by the one that it was sent
  /// with.
  ///
  /// - Parameter unit: Length of a dot, in seconds.
  static func receiver(_ keying: Keying, unit: Double, _ alphabet: Alphabet) -> Receiver.Configuration {
    Receiver.Configuration(
      decoder: .init(pace: .recording, wordsPerMinute: keying.marks.count > 1 ? nil : 1.2 / unit),
      copying: CopyingRules(alphabet: .alphabet(alphabet)))
  }
}
