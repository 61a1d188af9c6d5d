/// How long the light has been off.
extension KeyTracker {
  /// Length of a dot in seconds: the decoder's, or else an estimate from the marks. 0 where both are unknown.
  var estimatedUnit: Double { unit ?? statistics.likelyUnit ?? 0 }

  /// Whether the light has been off for so long that its message is over.
  func isMessageOver(at time: Double) -> Bool { isSilent(at: time, for: 30, units: 60) }

  /// Whether the last edge is more than `seconds` and more than `units` dots ago.
  func isSilent(at time: Double, for seconds: Double, units: Double) -> Bool {
    guard let lastEdgeTime else { return true }
    return time - lastEdgeTime > max(seconds, units * estimatedUnit)
  }
}
