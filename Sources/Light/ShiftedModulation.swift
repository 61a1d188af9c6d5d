/// How much each tile of a shaken picture changes beyond what follows its shift.
struct ShiftedModulation {
  /// Frames looked at, at most: a ranking needs no more.
  private static let mostFrames = 120

  private(set) var noise = ModulationMap.noiseFloor

  /// What a tile shows in all frames together: its changes times the courses (their count's places), a constant 1, and squared.
  private struct Sums {
    var follows = SIMD16<Float>.zero
    var squares: Float = 0
  }

  private var sums: [Sums] = []
  private var rests: [Float] = []

  /// For each tile the variance that the shift leaves unexplained, over that of the median tile; about 1 where nothing
  /// happens. `nil` where the picture hardly moves over the frames.
  mutating func modulations(in scene: Scene, frames: Range<Int>) -> [Double]? {
    let history = scene.history
    let stride = (frames.count - 1) / Self.mostFrames + 1
    let picked = Swift.stride(from: frames.lowerBound, to: frames.upperBound, by: stride)
      .filter { history[$0].isInformative }
    guard let first = picked.first, let courses = ShiftCourses(picked.map { history[$0].shift }) else {
      return nil
    }
    let count = history.tileCount
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: repeatElement(Sums(), count: count))
    history.withSums(of: first) { reference in
      for frame in picked {
        let moment = history[frame]
        var values = SIMD16<Float>(courses.values(at: moment.shift))
        values[ShiftCourses.count] = 1
        // All light by one factor.
        let factor = Float(history[first].ambient / max(0.1, moment.ambient))
        history.withSums(of: frame) { tiles in
          sums.withUnsafeMutableBufferPointer { sums in
            for tile in 0..<count {
              let x = Float(tiles[tile]) * factor - Float(reference[tile])
              sums[tile].follows += x * values
              sums[tile].squares += x * x
            }
          }
        }
      }
    }
    let n = Float(picked.count)
    rests.removeAll(keepingCapacity: true)
    for sums in sums {
      var follows = sums.follows
      let sum = follows[ShiftCourses.count]
      follows[ShiftCourses.count] = 0
      rests.append(max(0, (sums.squares - sum * sum / n - (follows * follows).sum()) / n))
    }
    var sorted = rests
    noise = max(ModulationMap.noiseFloor, Double(sorted.takeMedian()).squareRoot())
    return rests.map { Double($0) / (noise * noise) }
  }
}
