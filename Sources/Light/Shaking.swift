/// Whether the camera shakes: the picture's shift explains most of what changes in most tiles.
enum Shaking {
  /// Seconds judged.
  private static let span = 3.0
  private static let fewestFrames = 30
  /// Tiles asked.
  private static let sampleCount = 64
  /// The share of its variance that the shift explains in the median tile, to believe it and to go on believing it.
  private static let believed = 0.5
  private static let kept = 0.3
  /// A hand moves a camera both ways: how round the shifts must lie, 1 for a circle, 0 for a line. What follows a lamp, as
  /// uneven light in a room does, moves along a line.
  private static let roundness = 0.03

  static func isSeen(in history: GridHistory, since time: Double, wasSeen: Bool) -> Bool {
    let frames = history.firstFrame(since: time - span)..<history.end
    let shifts = history.shifts(of: frames)
    guard shifts.count >= fewestFrames, isRound(shifts), let courses = ShiftCourses(shifts) else {
      return false
    }
    var ambient = Influences()
    ambient.add(frames.lazy.map { history[$0] }.filter(\.isInformative).map(\.ambient))
    var shift = ambient
    let values = shifts.map { courses.values(at: $0) }
    shift.add(values.map { $0[0] })
    shift.add(values.map { $0[1] })
    let count = min(sampleCount, history.tileCount)
    var shares: [Double] = []
    for position in 0..<count {
      let tile = (2 * position + 1) * history.tileCount / (2 * count)
      var trace: [Double] = []
      for frame in frames where history[frame].isInformative {
        trace.append(history.withSums(of: frame) { Double($0[tile]) })
      }
      var rest = trace
      ambient.remove(from: &trace)
      shift.remove(from: &rest)
      let variance = trace.variance
      shares.append(variance > 0 ? 1 - rest.variance / variance : 0)
    }
    return shares.takeMedian() > (wasSeen ? kept : believed)
  }

  private static func isRound(_ shifts: [SIMD2<Double>]) -> Bool {
    let mean = shifts.reduce(.zero, +) / Double(shifts.count)
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for shift in shifts {
      let way = shift - mean
      xx += way.x * way.x
      yy += way.y * way.y
      xy += way.x * way.y
    }
    return 4 * (xx * yy - xy * xy) > roundness * (xx + yy) * (xx + yy)
  }
}
