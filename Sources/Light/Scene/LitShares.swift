/// When a light was lit: for each frame the share of its exposure.
///
/// The shares are decisions, not measurements: 0 or 1, except in frames in which the light changed. A measured share would
/// include all other changes of the level, and a spatial filter fitted to it would not suppress them.
struct LitShares {
  private var shares: [Float]
  /// One more than the last frame that was noted. Later frames are unknown, for example if the light is no longer read.
  private var end = 0

  /// - Parameter capacity: Frames that the scene's history keeps.
  init(capacity: Int) {
    shares = Array(repeating: .nan, count: capacity)
  }

  /// When any of several lights was lit.
  init(ofAny lights: [LitShares]) {
    self.init(capacity: lights.map(\.shares.count).max() ?? 1)
    end = lights.map(\.end).max() ?? 0
    for light in lights {
      for frame in max(0, end - shares.count)..<end {
        guard let share = light[frame], share > self[frame] ?? -1 else { continue }
        shares[frame % shares.count] = Float(share)
      }
    }
  }

  /// The share in frame number `frame`, or `nil` where it is unknown.
  subscript(frame: Int) -> Double? {
    guard frame < end, frame >= end - shares.count else { return nil }
    let share = shares[frame % shares.count]
    return share.isNaN ? nil : Double(share)
  }

  mutating func forgetAll() { self = LitShares(capacity: shares.count) }

  mutating func forget(_ frame: Int) { set(frame, to: .nan) }

  mutating func setShare(ofFrame frame: Int, to share: Double) { set(frame, to: Float(share)) }

  private mutating func set(_ frame: Int, to share: Float) {
    // Skipped frames are unknown: their slots still hold frames of one capacity earlier.
    for skipped in max(end, frame + 1 - shares.count)..<max(end, frame) {
      shares[skipped % shares.count] = .nan
    }
    end = max(end, frame + 1)
    shares[frame % shares.count] = share
  }

  /// Notes the state that a tracker has found for frame number `frame`.
  mutating func note(
    _ frame: Int, level: Double, outcome: KeyTracker.Outcome, of tracker: KeyTracker, in history: GridHistory
  ) {
    if tracker.hasNuisance || tracker.isOutsideLevels(level) {
      forget(frame)
    } else {
      set(frame, to: tracker.isOn ? 1 : 0)
    }
    guard case .turned(let isOn, let before, let after) = outcome else { return }
    // The change lies between two earlier readings.
    let first = history.firstFrame(since: after.start)
    for turned in first...frame where self[turned] != nil { set(turned, to: isOn ? 1 : 0) }
    setShare(ofFrame: first, from: after.level, of: tracker)
    if before.start < after.start {
      setShare(ofFrame: history.firstFrame(since: before.start), from: before.level, of: tracker)
    }
  }

  /// Notes the share that the level shows, if the frame is known.
  private mutating func setShare(ofFrame frame: Int, from level: Double, of tracker: KeyTracker) {
    guard self[frame] != nil else { return }
    set(frame, to: Float(min(1, max(0, tracker.share(of: level)))))
  }

  /// The correlation of two sequences, from -1 to 1; `nil` where one of them does not change.
  ///
  /// - Parameter delay: How many frames earlier the other one is taken.
  func correlation(with other: LitShares, frames: Range<Int>, delay: Int = 0) -> Double? {
    var count = 0.0
    var (x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for frame in frames.dropFirst(delay) {
      guard let a = self[frame], let b = other[frame - delay] else { continue }
      count += 1
      x += a
      y += b
      xx += a * a
      yy += b * b
      xy += a * b
    }
    let variances = (xx - x * x / count) * (yy - y * y / count)
    return variances > 0 ? (xy - x * y / count) / variances.squareRoot() : nil
  }

  /// The least correlation of two readings of one light.
  static let minimumCorrelation = 0.75

  /// Whether it is lit when the other light is, or `delay` frames later.
  func agrees(with other: LitShares, frames: Range<Int>, delay: Int = 0) -> Bool {
    correlation(with: other, frames: frames, delay: delay) ?? 0 > Self.minimumCorrelation
  }

  /// How many times the light went on.
  func marks(in frames: Range<Int>) -> Int {
    var (count, wasOn) = (0, false)
    for frame in frames {
      guard let share = self[frame] else { continue }
      let isOn = share > 0.5
      if isOn, !wasOn { count += 1 }
      wasOn = isOn
    }
    return count
  }
}
