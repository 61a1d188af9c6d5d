import Frames

/// Detects a light that stays on and off for far longer than Morse: a traffic light, or a lamp at a wall switch.
///
/// Minutes of light are kept as the means of half seconds. Each mean is dark, lit, or in between if it contains a change.
struct SlowLight: Sendable {
  private struct Block {
    var start: Double
    var sum: Double
    var count: Double

    var mean: Double { sum / count }
  }

  /// The last 20 to 40 minutes, oldest first; the last 20 are examined.
  private var blocks: [Block] = []

  /// Length of a block in seconds, and the number of blocks that are kept.
  private static let blockLength = 0.5
  private static let keptBlocks = 2400
  /// Seconds without samples after which the examination starts again.
  private static let longestGap = 2.0
  /// The least median, in seconds, of the times that the light stays on, and of those that it stays off. For Morse the median
  /// is below 0.6 seconds at the slowest usual speed, 5 words per minute. At 1 word per minute most still last 1.2 seconds.
  private static let slowDuration = 2.0
  /// Changes that show repeated switching.
  private static let minimumChanges = 3
  /// The share of the range below which a level counts as dark, and above which it counts as lit.
  private static let darkLimit = 0.35
  private static let litLimit = 0.65

  mutating func take(_ sample: LightSample) {
    if let last = blocks.last,
      sample.start - last.start > Self.blockLength + Self.longestGap || sample.start < last.start
    {
      blocks.removeAll(keepingCapacity: true)
    }
    guard let last = blocks.last, sample.start < last.start + Self.blockLength else {
      if blocks.count == 2 * Self.keptBlocks { blocks.removeFirst(Self.keptBlocks) }
      blocks.append(Block(start: sample.start, sum: sample.level, count: 1))
      return
    }
    blocks[blocks.count - 1].sum += sample.level
    blocks[blocks.count - 1].count += 1
  }

  /// The median time between changes, in seconds; `nil` if the light is not slowly switched on and off.
  var secondsPerChange: Double? {
    let levels = blocks.suffix(Self.keptBlocks).map(\.mean)
    guard let least = levels.min(), let greatest = levels.max(), greatest > least else { return nil }
    let range = greatest - least
    var stays: [(isLit: Bool, seconds: Double)] = []
    var intermediate = 0
    for level in levels {
      let isLit = level > least + Self.litLimit * range
      guard isLit || level < least + Self.darkLimit * range else {
        intermediate += 1
        continue
      }
      if stays.last?.isLit == isLit {
        stays[stays.count - 1].seconds += Self.blockLength
      } else {
        stays.append((isLit, Self.blockLength))
      }
    }
    // A change takes up a block, or two where it falls between them.
    guard stays.count > Self.minimumChanges, intermediate <= 2 * (stays.count - 1) else { return nil }
    // The times before the first change and after the last one are incomplete.
    let completeStays = stays.dropFirst().dropLast()
    for isLit in [false, true] {
      var seconds = completeStays.filter { $0.isLit == isLit }.map(\.seconds)
      guard !seconds.isEmpty, seconds.takeMedian() >= Self.slowDuration else { return nil }
    }
    var seconds = completeStays.map(\.seconds)
    return seconds.takeMedian()
  }
}
