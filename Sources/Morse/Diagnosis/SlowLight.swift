import Frames

/// A light that stays on and off for far longer than Morse does: a traffic light, or a lamp at a wall switch.
///
/// Minutes of light are kept as the means of half seconds: each is dark, lit, or in between as it holds a change.
struct SlowLight: Sendable {
  private struct Block {
    var start: Double
    var sum: Double
    var count: Double

    var mean: Double { sum / count }
  }

  /// The last twenty minutes, oldest first.
  private var blocks: [Block] = []

  /// Seconds of a block, and how many blocks are kept.
  private static let length = 0.5
  private static let most = 2400
  /// A light that was not seen for so many seconds is looked at anew.
  private static let gap = 2.0
  /// Seconds that the light stays on, and off, in the middle. Marks and pauses of Morse do for less than 0.6 seconds at
  /// the slowest speed that is usual, 5 words a minute; at 1 word a minute most still last 1.2 seconds.
  private static let slow = 2.0
  /// Changes that show that it is switched again and again.
  private static let leastChanges = 3
  /// The share of the range below which a level counts as dark, and above which it counts as lit.
  private static let darkest = 0.35
  private static let brightest = 0.65

  mutating func take(_ sample: LightSample) {
    if let last = blocks.last, sample.start - last.start > Self.length + Self.gap || sample.start < last.start
    {
      blocks.removeAll(keepingCapacity: true)
    }
    guard let last = blocks.last, sample.start < last.start + Self.length else {
      if blocks.count == 2 * Self.most { blocks.removeFirst(Self.most) }
      blocks.append(Block(start: sample.start, sum: sample.level, count: 1))
      return
    }
    blocks[blocks.count - 1].sum += sample.level
    blocks[blocks.count - 1].count += 1
  }

  /// Seconds from change to change, the median; `nil` where the light is not just switched on and off slowly.
  var secondsPerChange: Double? {
    let levels = blocks.suffix(Self.most).map(\.mean)
    guard let least = levels.min(), let greatest = levels.max(), greatest > least else { return nil }
    let range = greatest - least
    var stays: [(isLit: Bool, seconds: Double)] = []
    var unclear = 0
    for level in levels {
      let isLit = level > least + Self.brightest * range
      guard isLit || level < least + Self.darkest * range else {
        unclear += 1
        continue
      }
      if stays.last?.isLit == isLit {
        stays[stays.count - 1].seconds += Self.length
      } else {
        stays.append((isLit, Self.length))
      }
    }
    // A change takes up a block, or two where it falls between them.
    guard stays.count > Self.leastChanges, unclear <= 2 * (stays.count - 1) else { return nil }
    // What came before the first change and what comes after the last are cut.
    let whole = stays.dropFirst().dropLast()
    for isLit in [false, true] {
      let seconds = whole.filter { $0.isLit == isLit }.map(\.seconds).sorted()
      guard !seconds.isEmpty, seconds[seconds.count / 2] >= Self.slow else { return nil }
    }
    let seconds = whole.map(\.seconds).sorted()
    return seconds[seconds.count / 2]
  }
}
