import FoundationEssentials
import Glibc

extension Double {
  /// As people write it: 30, not 30.0.
  package var plain: String {
    self == rounded() && magnitude < 1e9 ? String(Int(self)) : String(self)
  }

  /// The same, with so many decimals at most.
  package func plain(decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    return ((self * scale).rounded() / scale).plain
  }
}

/// For people: `12.5 ms`.
func milliseconds(_ seconds: Double) -> String { "\((seconds * 1000).plain(decimals: 1)) ms" }

extension String {
  /// Filled with spaces at the end.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
