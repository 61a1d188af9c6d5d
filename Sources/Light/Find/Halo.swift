/// The halo of a brighter light nearby: light that a lens scatters, and errors of a video codec in the blocks beside those that
/// change. It changes with that light, or with the sequence of the codec's frames.
///
/// Beside lamps in films coded by H.264 and HEVC it changed by 1 to 6 % of the lamp's change, up to three tiles away from it. A
/// real lamp, however small, has a pixel nearly as bright as those of other lamps.
struct Halo {
  /// How far away brighter lights are searched, in tiles.
  private static let reach = 5
  /// The largest swing of a halo, as a share of the brighter light's.
  private static let share = 0.125
  /// The share of the frames that a swing leaves out at either end (the darkest and the brightest), because objects may pass in
  /// them.
  private static let trimmedShare = 0.03

  private var values: [Double] = []

  /// Whether the light that is strongest in `tile` is only the halo of a brighter one nearby.
  mutating func isSeen(in tile: Int, frames: Range<Int>, scene: Scene) -> Bool {
    let frames = frames.filter { scene.history[$0].isInformative }
    let own = swing(of: tile, frames, scene)
    let box = scene.shape.box(around: tile, margin: Self.reach)
    for row in box.rows {
      for column in box.columns {
        let other = row * scene.shape.columns + column
        if own < Self.share * swing(of: other, frames, scene) { return true }
      }
    }
    return false
  }

  /// The change from dark to bright, in levels of luma. It is the largest of three: of the mean of the tile's pixels, of its
  /// brightest pixel, and of its background difference.
  private mutating func swing(of tile: Int, _ frames: [Int], _ scene: Scene) -> Double {
    let sums = swing(frames) { scene.history.withSums(of: $0) { Double($0[tile]) } }
    let maxima = swing(frames) { scene.history.withMaxima(of: $0) { Double($0[tile]) } }
    var largest = max(sums / Double(scene.shape.pixelCount(of: tile)), maxima)
    let known = frames.filter { scene.history[$0].hasDifferences }
    if 2 * known.count >= frames.count {
      largest = max(largest, swing(known) { scene.history.withDifferences(of: $0) { Double($0[tile]) } ?? 0 })
    }
    return largest
  }

  private mutating func swing(_ frames: [Int], _ value: (Int) -> Double) -> Double {
    values.removeAll(keepingCapacity: true)
    for frame in frames { values.append(value(frame)) }
    guard !values.isEmpty else { return 0 }
    values.sort()
    let edge = Int(Self.trimmedShare * Double(values.count))
    return values[values.count - 1 - edge] - values[edge]
  }
}
