import Glibc

extension ContinuousClock.Instant {
  /// The time until this instant; negative after it.
  var remaining: Duration { ContinuousClock.now.duration(to: self) }

  /// Waits until this instant for lent frames to return.
  ///
  /// Only one thread takes frames from a source, so a free buffer stays free for it. A check every half millisecond costs less
  /// than a signal at every frame that ends.
  ///
  /// - Returns: `false` after this instant.
  func wait(until isFree: () -> Bool) -> Bool {
    while !isFree() {
      guard remaining > .zero else { return false }
      usleep(500)
    }
    return true
  }
}
