/// How near the picture is: all of it is shown, or a part as large as that. Pure.
public struct Zoom: Hashable, Sendable {
  /// 1 shows all of it.
  private(set) var factor = 1.0
  /// Of the part, in shares of the upright picture's sides.
  private(set) var middle = Point(0.5, 0.5)

  public init() {}

  private static let most = 16.0
  /// So much for a step of the wheel.
  private static let step = 1.25

  var isNear: Bool { factor > 1 }

  /// The part, in shares of the upright picture's sides.
  var part: Rect {
    Rect(x: middle.x - 0.5 / factor, y: middle.y - 0.5 / factor, width: 1 / factor, height: 1 / factor)
  }

  /// Comes nearer by so many steps of the wheel, or goes back; what lies at `place` stays there.
  ///
  /// - Parameter place: In shares of what is shown, from its top left.
  mutating func come(_ steps: Double, at place: Point) {
    guard steps.isFinite else { return }
    var power = 1.0
    // A wheel has whole steps, a touch pad parts of them.
    for _ in 0..<Int(min(abs(steps), 20)) { power *= Self.step }
    power *= 1 + (Self.step - 1) * abs(steps).truncatingRemainder(dividingBy: 1)
    let next = min(max(steps > 0 ? factor * power : factor / power, 1), Self.most)
    let held = Point(part.x, part.y) + place / factor
    factor = next < 1.001 ? 1 : next
    middle = held + (Point(0.5, 0.5) - place) / factor
    keepInside()
  }

  /// Moves the picture along with a hand that went so far, in shares of what is shown.
  mutating func move(by way: Point) {
    middle -= way / factor
    keepInside()
  }

  private mutating func keepInside() {
    let half = 0.5 / factor
    middle = middle.clamped(lowerBound: Point(half, half), upperBound: Point(1 - half, 1 - half))
  }
}
