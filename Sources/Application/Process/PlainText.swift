import FoundationEssentials
import Glibc

extension Double {
  /// The number as people write it: 30, not 30.0.
  package var plain: String {
    self == rounded() && magnitude < 1e9 ? String(Int(self)) : String(self)
  }

  /// The number as people write it, with at most `decimals` decimals.
  package func plain(decimals: Int) -> String {
    let powerOfTen = pow(10, Double(decimals))
    return ((self * powerOfTen).rounded() / powerOfTen).plain
  }
}

/// The time for people, as in `12.5 ms`.
func milliseconds(_ seconds: Double) -> String { "\((seconds * 1000).plain(decimals: 1)) ms" }

extension String {
  /// The text filled with spaces at its end.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
