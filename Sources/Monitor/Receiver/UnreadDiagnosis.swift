import Morse

/// Why no torch is found, tested at intervals.
struct UnreadDiagnosis {
  private var settled = SettledDiagnosis()
  private var nextLook: Double?

  /// Seconds between two tests.
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

  /// - Parameter diagnosis: The present one; `nil` if torches are read.
  /// - Returns: Whether the diagnosis changed.
  mutating func take(_ diagnosis: Diagnosis?, at time: Double) -> Bool {
    settled.take(diagnosis, at: time)
  }

  /// Takes `diagnosis` at once, because the light has ended.
  mutating func conclude(_ diagnosis: Diagnosis, at time: Double) -> Bool {
    settled.take(diagnosis, at: time, patience: 0)
  }
}
