import Glibc

extension ContinuousClock.Instant {
  /// How long it is until then; negative when it is over.
  var remaining: Duration { ContinuousClock.now.duration(to: self) }

  /// Waits for frames that are out to be given back, until then.
  ///
  /// Only one thread takes from a source, so that what is free stays free for it. Looking twice a millisecond costs
  /// less than a signal at every frame that ends.
  ///
  /// - Returns: `false` when time is up.
  func allows(_ isFree: () -> Bool) -> Bool {
    while !isFree() {
      guard remaining > .zero else { return false }
      usleep(500)
    }
    return true
  }
}
