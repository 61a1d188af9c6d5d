import Light
import Morse

/// Why nothing is found to read: looks from time to time at what changes most.
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

  /// - Parameter samples: Of what changes most; empty where torches are read, and then nothing is wrong.
  /// - Returns: Whether the diagnosis changed.
  mutating func take(_ samples: [LightSample], at time: Double) -> Bool {
    settled.take(Diagnosis(ofUnread: samples), at: time)
  }
}
