import Monitor

/// The last seconds of brightness as shapes in a rectangle. A pure value.
struct TraceCurve: Equatable, Sendable {
  /// The parts of the curve between gaps, from left to right.
  var curves: [[Point]] = []
  /// The parts of the threshold, which has gaps where there was none.
  var thresholds: [[Point]] = []
  /// The times with the light on, as horizontal ranges in points.
  var marks: [ClosedRange<Double>] = []

  /// Seconds without a point that make a gap: frames were lost.
  static let gap = 0.5
  /// The least range of the rectangle, on the 100 scale (the background is 100), so that noise does not look like a signal.
  static let minimumRange = 8.0

  private let rect: Rect
  private let now: Double

  init(_ trace: LightTrace, in rect: Rect) {
    self.rect = rect
    now = trace.points.last?.time ?? 0
    guard !rect.isEmpty, !trace.points.isEmpty else { return }
    let visible = trace.points.drop { $0.time < now - LightTrace.span }
    let range = Self.range(visible)
    func height(_ level: Float) -> Double {
      let share = (Double(level) - range.lowerBound) / (range.upperBound - range.lowerBound)
      return rect.bottom - (share.isNaN ? 0 : min(max(share, 0), 1)) * rect.height
    }

    var previous: Double?
    var previousThreshold: Float?
    var onSince: Double?
    for point in visible {
      let x = x(at: point.time)
      let isBroken = previous.map { point.time - $0 > Self.gap } ?? true
      if isBroken {
        curves.append([])
        if let start = onSince { marks.append(start...self.x(at: previous ?? point.time)) }
        onSince = nil
      }
      curves[curves.count - 1].append(Point(x, height(point.level)))
      if let threshold = point.threshold {
        if isBroken || thresholds.isEmpty || previousThreshold == nil { thresholds.append([]) }
        thresholds[thresholds.count - 1].append(Point(x, height(threshold)))
      }
      previousThreshold = point.threshold
      if point.isOn, onSince == nil {
        onSince = x
      } else if !point.isOn, let start = onSince {
        marks.append(start...max(start, x))
        onSince = nil
      }
      previous = point.time
    }
    if let start = onSince { marks.append(start...max(start, x(at: now))) }
    curves = curves.map { Self.thinned($0) }
    thresholds = thresholds.map(Self.straightened)
  }

  /// Horizontal place in points; `now` is the right edge.
  func x(at time: Double) -> Double {
    rect.right - (now - time) / LightTrace.span * rect.width
  }

  /// Whether a time is within the visible seconds.
  func shows(_ time: Double) -> Bool { time >= now - LightTrace.span && time <= now }

  /// Levels at the bottom and at the top, in whole steps, so that the scale does not follow the noise.
  private static func range(_ points: ArraySlice<LightTrace.Point>) -> ClosedRange<Double> {
    var low = Double.infinity
    var high = -Double.infinity
    for point in points where point.level.isFinite {
      low = min(low, Double(point.level))
      high = max(high, Double(point.level), point.threshold.map { $0.isFinite ? Double($0) : high } ?? high)
    }
    guard low <= high else { return 96...96 + minimumRange }
    let middle = (low + high) / 2
    let span = max(high - low, minimumRange)
    let step = span / 8
    return ((middle - span * 0.56) / step).rounded(.down) * step...((middle + span * 0.56) / step).rounded(
      .up) * step
  }

  /// Keeps only the lowest and the highest of the points in a column, in their order.
  private static func thinned(_ points: [Point]) -> [Point] {
    guard let first = points.first, let last = points.last, Double(points.count) > 3 * (last.x - first.x) + 8
    else {
      return points
    }
    var thin: [Point] = []
    var column = points.startIndex
    while column < points.endIndex {
      let x = points[column].x.rounded(.down)
      let end = points[column...].firstIndex { $0.x.rounded(.down) != x } ?? points.endIndex
      let indices = column..<end
      let low = indices.min { points[$0].y < points[$1].y }!
      let high = indices.max { points[$0].y < points[$1].y }!
      thin.append(points[min(low, high)])
      if low != high { thin.append(points[max(low, high)]) }
      column = end
    }
    return thin
  }

  /// Removes the points on the straight line between their neighbours.
  private static func straightened(_ points: [Point]) -> [Point] {
    points.enumerated().filter { index, point in
      guard index > 0, index < points.count - 1 else { return true }
      return abs(points[index - 1].y - point.y) > 0.01 || abs(points[index + 1].y - point.y) > 0.01
    }.map(\.element)
  }
}
