/// The zoomed part of the picture. A pure value.
public struct Zoom: Hashable, Sendable {
  /// 1 shows the whole picture.
  private(set) var factor = 1.0
  /// The middle of the part, in shares of the upright picture's sides.
  private(set) var middle = Point(0.5, 0.5)

  public init() {}

  private static let largestFactor = 16.0
  /// Factor per step of the wheel.
  private static let stepFactor = 1.25

  var isZoomed: Bool { factor > 1 }

  /// The part, in shares of the upright picture's sides.
  var part: Rect {
    Rect(x: middle.x - 0.5 / factor, y: middle.y - 0.5 / factor, width: 1 / factor, height: 1 / factor)
  }

  /// Zooms by steps of the wheel; the point at `place` stays there.
  ///
  /// - Parameter place: In shares of the shown part, from its top left.
  mutating func change(by steps: Double, at place: Point) {
    guard steps.isFinite else { return }
    var power = 1.0
    // A wheel makes whole steps, a touch pad fractions.
    for _ in 0..<Int(min(abs(steps), 20)) { power *= Self.stepFactor }
    power *= 1 + (Self.stepFactor - 1) * abs(steps).truncatingRemainder(dividingBy: 1)
    let next = min(max(steps > 0 ? factor * power : factor / power, 1), Self.largestFactor)
    let fixed = Point(part.x, part.y) + place / factor
    factor = next < 1.001 ? 1 : next
    middle = fixed + (Point(0.5, 0.5) - place) / factor
    keepInside()
  }

  /// Moves the picture with a drag.
  ///
  /// - Parameter offset: In shares of the shown part.
  mutating func move(by offset: Point) {
    middle -= offset / factor
    keepInside()
  }

  private mutating func keepInside() {
    let half = 0.5 / factor
    middle = middle.clamped(lowerBound: Point(half, half), upperBound: Point(1 - half, 1 - half))
  }
}
