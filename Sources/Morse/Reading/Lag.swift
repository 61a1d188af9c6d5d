import Foundation
import Frames

/// Measures how lamps and cameras lag behind the key, and computes the light as it would be without lag. A filament takes time
/// to glow and to cool. Webcams hide noise by blending each picture with the one before.
///
/// Both approach a new level by the same share in each frame (a first-order lag): a share `b` of the distance remains at the
/// next frame. So a change that was not keyed is `b` times the one before it, and the level approached is `level + b / (1 - b)
/// × change`. Brightening and darkening have a `b` each, because filaments cool more slowly than they warm.
struct Lag: Sendable {
  /// The share of a change that remains at the next frame, 0..<1.
  private(set) var brightening = 0.0
  private(set) var darkening = 0.0

  private var evidence = LagEvidence()
  private var scales = [1, 2, 4].map(LagScale.init)
  private var last: LightSample?

  /// From this difference of the lag on, the samples are read again.
  private static let rereadDifference = 0.15

  /// Usual time from frame to frame, in seconds.
  private var interval: Double { scales[0].interval }

  /// The sample as it would be without lag. Samples must come in order.
  mutating func undo(_ sample: LightSample) -> LightSample {
    defer { last = sample }
    guard let last, interval > 0 else { return sample }
    let change = sample.level - last.level
    let share = change > 0 ? brightening : darkening
    guard share > 0 else { return sample }
    // Timestamps have jitter. A frame is never closer to the last one than the usual interval.
    let remains = pow(share, max(1, (sample.start - last.start) / interval))
    var corrected = sample
    corrected.level += remains / (1 - remains) * change
    return corrected
  }

  /// The next sample to be undone has no predecessor.
  mutating func pause() { last = nil }

  /// Learns from a sample, and returns whether the lag has changed by more than ``rereadDifference``.
  mutating func learn(_ sample: LightSample) -> Bool {
    var hasLearned = false
    for index in scales.indices where scales[index].take(sample, &evidence) { hasLearned = true }
    guard hasLearned else { return false }
    let before = (brightening, darkening)
    brightening = evidence.brightening.share(insteadOf: brightening)
    darkening = evidence.darkening.share(insteadOf: darkening)
    if brightening == darkening {
      // The sum of both decides sooner: cameras blend equally in both directions.
      brightening = (evidence.brightening + evidence.darkening).share(insteadOf: brightening)
      darkening = brightening
    }
    return abs(brightening - before.0) > Self.rereadDifference
      || abs(darkening - before.1) > Self.rereadDifference
  }
}

/// The evidence for a light's lag while it brightens, and while it darkens.
struct LagEvidence: Sendable {
  var brightening = LagCosts()
  var darkening = LagCosts()
}
