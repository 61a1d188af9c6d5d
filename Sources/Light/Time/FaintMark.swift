/// A possible mark below the threshold, because the torch has suddenly become fainter: by smoke, by a hand in front of it, or
/// because the picture has moved. A mark has a flat top, which a partial frame or a drifting scene does not have.
struct FaintMark {
  /// The last reading before, and the first of the mark.
  let before: Reading
  let first: Reading
  /// Whether the first reading is above the reading before it by more than half of its height above dark. Otherwise this is no
  /// mark: the torch has gone out, to a dark level that is higher than before. The dark level rises if the camera's exposure
  /// changes, or if something bright is behind the torch.
  let isRise: Bool
  private var count = 1
  private var tops: [3 of Double]

  init(before: Reading, first: Reading, above dark: Double) {
    self.before = before
    self.first = first
    isRise = 2 * (first.level - before.level) > first.level - dark
    tops = [first.level, first.level, first.level]
  }

  mutating func append(_ reading: Reading) {
    tops[count % 3] = reading.level
    count += 1
  }

  /// The level of the top where the last three readings agree within `tolerance`. The first reading may be a partial frame, so
  /// it is not used.
  func level(tolerance: Double) -> Double? {
    guard count >= 4 else { return nil }
    let low = min(tops[0], tops[1], tops[2])
    let high = max(tops[0], tops[1], tops[2])
    return high - low <= tolerance ? (tops[0] + tops[1] + tops[2]) / 3 : nil
  }

  /// After this many readings without a flat top, the scene drifts.
  var isDrift: Bool { count > 15 }
}
