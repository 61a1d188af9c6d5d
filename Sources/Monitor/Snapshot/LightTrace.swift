import Frames

/// The last seconds of brightness, oldest first, on the 100 scale (the background is 100).
public struct LightTrace: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    /// Seconds on the source's axis.
    public var time: Double
    public var level: Float
    /// The light is on above this level; `nil` if there is no torch.
    public var threshold: Float?
    public var isOn: Bool

    public init(time: Double, level: Float, threshold: Float?, isOn: Bool) {
      self.time = time
      self.level = level
      self.threshold = threshold
      self.isOn = isOn
    }
  }

  /// Seconds that the curve shows.
  public static let span = 10.0

  public var points: [Point]
  /// The state since the latest edge.
  private var isOn = false

  public init(points: [Point] = []) {
    self.points = points
  }
}

extension LightTrace {
  /// Adds a point; a point that is not later than the last one starts the trace again.
  mutating func append(_ point: Point) {
    if let last = points.last, point.time <= last.time { points.removeAll(keepingCapacity: true) }
    points.append(point)
    // A quarter more than is shown is kept, so that the array does not shift at every frame.
    guard let first = points.first, point.time - first.time > Self.span * 1.25 else { return }
    points.removeFirst(points.firstIndex { point.time - $0.time <= Self.span } ?? 0)
  }

  /// Adds the sample of a torch.
  mutating func append(_ sample: LightSample, threshold: Double?) {
    append(
      Point(
        time: sample.start, level: Float(sample.level), threshold: threshold.map(Float.init),
        isOn: isOn))
  }

  /// Applies an edge, whose time is a few frames before the last point.
  mutating func apply(_ edge: LightEdge) {
    isOn = edge.isOn
    for index in points.indices.reversed() {
      guard points[index].time >= edge.time else { return }
      points[index].isOn = edge.isOn
    }
  }
}
