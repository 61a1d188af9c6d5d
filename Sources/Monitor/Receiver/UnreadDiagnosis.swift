import Morse

/// Why nothing is found to read, looked at from time to time.
struct UnreadDiagnosis {
  private var settled = SettledDiagnosis()
  private var nextLook: Double?

  /// Seconds from look to look.
  private static let pace = 1.0

  var diagnosis: Diagnosis? { settled.diagnosis }

  mutating func isDue(at time: Double) -> Bool {
    guard let nextLook, nextLook - time < 2 * Self.pace else {
      nextLook = time + Self.pace
      return false
    }
    guard time >= nextLook else { return false }
    self.nextLook = time + Self.pace
    return true
  }

  /// - Parameter diagnosis: As it looks now; `nil` where torches are read, and then nothing is wrong.
  /// - Returns: Whether the diagnosis changed.
  mutating func take(_ diagnosis: Diagnosis?, at time: Double) -> Bool {
    settled.take(diagnosis, at: time)
  }

  /// The light has ended: nothing that speaks for `diagnosis` is waited for.
  mutating func conclude(_ diagnosis: Diagnosis, at time: Double) -> Bool {
    settled.take(diagnosis, at: time, patience: 0)
  }
}
