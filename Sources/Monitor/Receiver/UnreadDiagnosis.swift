import Morse

/// The reason why no torch is found. It is tested at intervals.
struct UnreadDiagnosis {
  private var settled = SettledDiagnosis()
  private var nextTest: Double?

  /// Seconds between two tests.
  private static let interval = 1.0

  var diagnosis: Diagnosis? { settled.diagnosis }

  mutating func isDue(at time: Double) -> Bool {
    guard let nextTest, nextTest - time < 2 * Self.interval else {
      nextTest = time + Self.interval
      return false
    }
    guard time >= nextTest else { return false }
    self.nextTest = time + Self.interval
    return true
  }

  /// - Parameter diagnosis: The present diagnosis; `nil` if there is none, or if a torch is read.
  /// - Returns: Whether the diagnosis changed.
  mutating func take(_ diagnosis: Diagnosis?, at time: Double) -> Bool {
    settled.take(diagnosis, at: time)
  }

  /// Takes `diagnosis` without a delay, because the light has ended.
  mutating func conclude(_ diagnosis: Diagnosis, at time: Double) -> Bool {
    settled.take(diagnosis, at: time, holding: 0)
  }
}
