/// Finds the lamp whose reflection a light may be.
///
/// A reflection on water may fill whole tiles and change their sums more than its lamp does. But none of its pixels gains more
/// than the lamp's own pixels.
struct LampOfReflection {
  private var lit: [Int32] = []
  private var dark: [Int32] = []

  /// The most frames that are compared: the latest ones.
  private static let maximumFrames = 600
  /// The least ratio of the gain of the lamp's brightest pixel to that of its reflection. In the simulated harbour, whose lamp is
  /// clipped, the ratio is 1.4. Noise adds less than a tenth to a mean.
  private static let minimumRatio: Float = 1.1

  /// The tile whose brightest pixel gains the most while `light` is lit; `nil` if the tile belongs to the light itself or to
  /// its glow, or gains hardly more.
  mutating func tile(of light: KnownLight, frames: Range<Int>, in scene: Scene) -> Int? {
    let count = scene.shape.count
    lit.removeAll(keepingCapacity: true)
    lit.append(contentsOf: repeatElement(0, count: count))
    dark.removeAll(keepingCapacity: true)
    dark.append(contentsOf: repeatElement(0, count: count))
    var (litFrames, darkFrames) = (0, 0)
    for frame in frames.suffix(Self.maximumFrames) where scene.history[frame].isInformative {
      guard let share = light.lit[frame], share == 0 || share == 1 else { continue }
      if share == 1 {
        litFrames += 1
        add(frame, to: &lit, scene.history)
      } else {
        darkFrames += 1
        add(frame, to: &dark, scene.history)
      }
    }
    guard litFrames > 0, darkFrames > 0 else { return nil }
    let gains = zip(lit, dark).map { Float($0) / Float(litFrames) - Float($1) / Float(darkFrames) }
    guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }), !light.isNear(best, in: scene.shape)
    else { return nil }
    let own = light.spatialFilter.carriers.map { gains[$0.index] }.max() ?? 0
    return gains[best] > Self.minimumRatio * max(own, 1) ? best : nil
  }

  private func add(_ frame: Int, to sums: inout [Int32], _ history: GridHistory) {
    history.withMaxima(of: frame) { maxima in
      for tile in maxima.indices { sums[tile] &+= Int32(maxima[tile]) }
    }
  }
}
