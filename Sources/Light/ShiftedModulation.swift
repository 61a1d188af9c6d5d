/// How much each tile of a shaken picture changes beyond what follows its shift.
struct ShiftedModulation {
  /// Frames looked at, at most: a ranking needs no more.
  private static let mostFrames = 120

  private var sums: [Float] = []
  private var squares: [Float] = []
  /// Course by course, for every tile.
  private var follows: [Float] = []
  private var reference: [Float] = []
  private(set) var noise = ModulationMap.noiseFloor

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
    reference = history.withSums(of: first) { $0.map { Float($0) } }
    sums.refill(count)
    squares.refill(count)
    follows.refill(count * ShiftCourses.count)
    for frame in picked {
      let moment = history[frame]
      let values = courses.values(at: moment.shift)
      // All light by one factor.
      let factor = Float(history[first].ambient / max(0.1, moment.ambient))
      history.withSums(of: frame) { tiles in
        reference.withUnsafeBufferPointer { reference in
          sums.withUnsafeMutableBufferPointer { sums in
            squares.withUnsafeMutableBufferPointer { squares in
              for tile in 0..<count {
                let x = Float(tiles[tile]) * factor - reference[tile]
                sums[tile] += x
                squares[tile] += x * x
              }
            }
          }
          follows.withUnsafeMutableBufferPointer { follows in
            for course in 0..<ShiftCourses.count {
              let value = Float(values[course])
              let start = course * count
              for tile in 0..<count {
                follows[start + tile] += value * (Float(tiles[tile]) * factor - reference[tile])
              }
            }
          }
        }
      }
    }
    let n = Float(picked.count)
    for tile in 0..<count {
      var rest = squares[tile] - sums[tile] * sums[tile] / n
      for course in 0..<ShiftCourses.count {
        rest -= follows[course * count + tile] * follows[course * count + tile]
      }
      squares[tile] = max(0, rest / n)
    }
    var sorted = squares
    noise = max(ModulationMap.noiseFloor, Double(sorted.takeMedian()).squareRoot())
    return squares.map { Double($0) / (noise * noise) }
  }
}

extension [Float] {
  fileprivate mutating func refill(_ count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(0, count: count))
  }
}
