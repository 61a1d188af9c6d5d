/// The halo of something brighter nearby: what a lens scatters of it, and what a video codec leaves in the blocks beside
/// those that change. It is keyed as that light is, or as the codec's frames follow one another.
///
/// Beside lamps in films coded by H.264 and HEVC it was seen to swing by 1 to 6 % of what the lamp does, up to three tiles
/// away from it. A lamp of its own, however small, has a pixel that comes near to the brightness of others.
struct Halo {
  /// How far away what is brighter is looked for, in tiles.
  private static let reach = 5
  /// The share of its swing that a halo may have.
  private static let share = 0.125
  /// The parts of the frames, the darkest and the brightest, that a swing leaves out: what passes is no light.
  private static let leftOut = 0.03

  private var values: [Double] = []

  /// Whether the light that is strongest in `tile` is no more than the halo of something nearby.
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

  /// From dark to bright, in levels of luma: of the mean of the tile's pixels, of its brightest one, or of the one that rises
  /// most, whichever swings more.
  private mutating func swing(of tile: Int, _ frames: [Int], _ scene: Scene) -> Double {
    let sums = swing(frames) { scene.history.withSums(of: $0) { Double($0[tile]) } }
    let maxima = swing(frames) { scene.history.withMaxima(of: $0) { Double($0[tile]) } }
    var most = max(sums / Double(scene.shape.pixelCount(of: tile)), maxima)
    let known = frames.filter { scene.history[$0].hasRises }
    if 2 * known.count >= frames.count {
      most = max(most, swing(known) { scene.history.withRises(of: $0) { Double($0[tile]) } ?? 0 })
    }
    return most
  }

  private mutating func swing(_ frames: [Int], _ value: (Int) -> Double) -> Double {
    values.removeAll(keepingCapacity: true)
    for frame in frames { values.append(value(frame)) }
    guard !values.isEmpty else { return 0 }
    values.sort()
    let edge = Int(Self.leftOut * Double(values.count))
    return values[values.count - 1 - edge] - values[edge]
  }
}
