import Frames

/// The last seconds of brightness, oldest first, on the 100 scale (the calm scene reads 100).
public struct LightTrace: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    /// Seconds on the source's axis.
    public var time: Double
    public var level: Float
    /// Above it the light is on; `nil` while there is no torch to judge.
    public var threshold: Float?
    public var isOn: Bool

    public init(time: Double, level: Float, threshold: Float?, isOn: Bool) {
      self.time = time
      self.level = level
      self.threshold = threshold
      self.isOn = isOn
    }
  }

  /// How many seconds the strip shows.
  public static let span = 10.0

  public var points: [Point]
  /// As the latest edge told.
  private var isOn = false

  public init(points: [Point] = []) {
    self.points = points
  }
}

extension LightTrace {
  /// Adds a point; one that does not lie after the last begins the trace anew.
  mutating func append(_ point: Point) {
    if let last = points.last, point.time <= last.time { points.removeAll(keepingCapacity: true) }
    points.append(point)
    // A quarter more than is shown is kept, so that the array shifts now and then, not at every frame.
    guard let first = points.first, point.time - first.time > Self.span * 1.25 else { return }
    points.removeFirst(points.firstIndex { point.time - $0.time <= Self.span } ?? 0)
  }

  /// Adds what a torch showed in a frame.
  mutating func append(_ sample: LightSample, threshold: Double?) {
    append(
      Point(
        time: sample.start, level: Float(sample.level), threshold: threshold.map(Float.init),
        isOn: isOn))
  }

  /// The light changed at the edge's time, which lies a few frames back.
  mutating func turn(_ edge: LightEdge) {
    isOn = edge.isOn
    for index in points.indices.reversed() {
      guard points[index].time >= edge.time else { return }
      points[index].isOn = edge.isOn
    }
  }
}
