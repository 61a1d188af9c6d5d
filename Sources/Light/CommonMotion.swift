/// How a picture's tiles move together while the camera shakes, beyond what its brightness explains.
///
/// Every tile of a shaken picture follows the same two courses, those of the shift, and their products. They are the
/// strongest patterns among tiles from all over the picture: two hold nearly all variance, three more the
/// products. Every tile has one vote, so that a lamp, however bright, makes no pattern of its own.
struct CommonMotion {
  /// Tiles asked, and frames by which their patterns are found, at most.
  private static let mostTiles = 400
  private static let mostFrames = 60
  /// The least share of the variance that a pattern holds, in tiles and as a whole, and that the first two hold together
  /// where the picture moves.
  private static let leastTiles = 5.0
  private static let leastShare = 0.01
  private static let movingShare = 0.5

  private var interference = Interference()
  /// Frame by frame the tiles, of mean 0 and length 1 each.
  private var readings: [Double] = []
  private var votes: [Double] = []

  /// The courses over the informative ones of `frames`; none where the picture does not move.
  mutating func courses(in scene: Scene, frames: Range<Int>) -> [[Double]] {
    let count = min(Self.mostTiles, scene.shape.count)
    let informative = frames.filter { scene.history[$0].isInformative }
    guard informative.count >= 36, Double(count) > 2 * Self.leastTiles else { return [] }
    read(informative, tiles: count, in: scene)

    let stride = (informative.count - 1) / Self.mostFrames + 1
    let picked = Array(Swift.stride(from: 0, to: informative.count, by: stride))
    interference.begin(count: picked.count)
    for tile in 0..<count {
      votes.removeAll(keepingCapacity: true)
      for frame in picked { votes.append(readings[frame * count + tile]) }
      interference.take(votes)
    }
    interference.find(samples: count, leastShare: max(Self.leastShare, Self.leastTiles / Double(count)))
    guard interference.patternCount >= 2, interference.share(ofFirst: 2) > Self.movingShare else { return [] }
    return (0..<interference.patternCount).map { pattern in
      // How much each tile follows the pattern; then what the tiles show of it in every frame.
      var follows = [Double](repeating: 0, count: count)
      for (place, frame) in picked.enumerated() {
        let part = interference.direction(ofPattern: pattern)[place]
        for tile in 0..<count { follows[tile] += part * readings[frame * count + tile] }
      }
      return informative.indices.map { frame in
        var sum = 0.0
        for tile in 0..<count { sum += follows[tile] * readings[frame * count + tile] }
        return sum
      }
    }
  }

  private mutating func read(_ frames: [Int], tiles count: Int, in scene: Scene) {
    readings.removeAll(keepingCapacity: true)
    for frame in frames {
      let ambient = max(0.1, scene.history[frame].ambient)
      scene.history.withSums(of: frame) { sums in
        // Half a stride in: a first column would be sampled again and again where the stride divides the width.
        for index in 0..<count {
          readings.append(Double(sums[(2 * index + 1) * sums.count / (2 * count)]) / ambient)
        }
      }
    }
    for tile in 0..<count {
      var mean = 0.0
      var square = 0.0
      for frame in frames.indices { mean += readings[frame * count + tile] }
      mean /= Double(frames.count)
      for frame in frames.indices {
        readings[frame * count + tile] -= mean
        square += readings[frame * count + tile] * readings[frame * count + tile]
      }
      let scale = square > 0 ? 1 / square.squareRoot() : 0
      for frame in frames.indices { readings[frame * count + tile] *= scale }
    }
  }
}
