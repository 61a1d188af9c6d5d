import Foundation
import Frames

/// How lamps and cameras lag behind the key, and what the light would be if they did not: a filament takes its time to
/// glow and to cool, and webcams hide noise by blending each picture with the one before.
///
/// Either nears its new level by the same share from frame to frame (a first-order lag): what a change leaves to be done,
/// a share `b` of it, goes on to the next frame. So a change that nobody keyed is `b` times the one before it, and what is
/// being neared is `level + b / (1 - b) × change`. Brightening and darkening have a `b` each: filaments cool more slowly
/// than they warm.
struct Lag: Sendable {
  /// What remains of a change at the next frame, 0..<1.
  private(set) var brightening = 0.0
  private(set) var darkening = 0.0

  private var evidence = LagEvidence()
  private var scales = [1, 2, 4].map(LagScale.init)
  private var last: LightSample?

  /// From a lag that differs by so much on, what was read is worth reading anew.
  private static let notable = 0.15

  /// Seconds from frame to frame, as a rule.
  private var interval: Double { scales[0].interval }

  /// The sample as it would be without lag, after the one that was given before.
  mutating func undo(_ sample: LightSample) -> LightSample {
    defer { last = sample }
    guard let last, interval > 0 else { return sample }
    let change = sample.level - last.level
    let share = change > 0 ? brightening : darkening
    guard share > 0 else { return sample }
    // Stamps stray: no frame is nearer to the last one than the others are.
    let remains = pow(share, max(1, (sample.start - last.start) / interval))
    var prompt = sample
    prompt.level += remains / (1 - remains) * change
    return prompt
  }

  /// The next sample to be undone follows no other.
  mutating func pause() { last = nil }

  /// Learns from a sample; returns whether the lag is notably another than was thought.
  mutating func learn(_ sample: LightSample) -> Bool {
    var hasLearned = false
    for index in scales.indices where scales[index].take(sample, &evidence) { hasLearned = true }
    guard hasLearned else { return false }
    let before = (brightening, darkening)
    brightening = evidence.brightening.share(insteadOf: brightening)
    darkening = evidence.darkening.share(insteadOf: darkening)
    if brightening == darkening {
      // Together they tell sooner: cameras blend alike either way.
      brightening = (evidence.brightening + evidence.darkening).share(insteadOf: brightening)
      darkening = brightening
    }
    return abs(brightening - before.0) > Self.notable || abs(darkening - before.1) > Self.notable
  }
}

/// What is known of a light's lag.
struct LagEvidence: Sendable {
  var brightening = LagCosts()
  var darkening = LagCosts()
}
