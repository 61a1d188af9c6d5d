import Frames
import Graphics

/// What the pointer does to the picture: the wheel comes nearer, a drag marks the part that is to be read, or moves a
/// picture that is near; with Shift it always marks. A double click shows, and then reads, all of it again.
struct PictureHand {
  private(set) var zoom = Zoom()
  private var drag: Drag?
  private var lastClick: (place: Point, time: ContinuousClock.Instant)?
  private var pointer: Point?

  private enum Drag {
    case mark(from: Point)
    case move(last: Point)
  }

  /// Less is a click.
  private static let leastSide = 8.0
  private static let doubleClick = (time: Duration.milliseconds(400), way: 6.0)

  /// The corners of what is being marked, in points.
  var marked: (from: Point, to: Point)? {
    guard case .mark(let from) = drag, let pointer, Self.isBox(from, pointer) else { return nil }
    return (from, pointer)
  }

  private static func isBox(_ from: Point, _ to: Point) -> Bool {
    abs(to.x - from.x) >= leastSide && abs(to.y - from.y) >= leastSide
  }

  /// Shows all of the picture again.
  mutating func reset() { (zoom, drag) = (Zoom(), nil) }

  /// The keyboard comes nearer by a step of the wheel, to the middle of what is shown, or goes back.
  mutating func come(_ steps: Double) { zoom.come(steps, at: Point(0.5, 0.5)) }

  /// The keyboard looks an eighth of what is shown to the right and down.
  mutating func look(right: Int, down: Int) { zoom.move(by: Point(Double(-right), Double(-down)) / 8) }

  /// The button is up, wherever that was.
  mutating func letGo() { drag = nil }

  /// - Parameters:
  ///   - place: The pointer's, in points; `nil` while it is elsewhere.
  ///   - shown: Where the picture lies.
  /// - Returns: What is asked for.
  mutating func take(
    _ event: WindowEvent, at place: Point?, shown: Rect, _ map: PictureMap,
    now: ContinuousClock.Instant = .now
  ) -> Command? {
    pointer = place ?? pointer
    guard let place, !shown.isEmpty else { return nil }
    switch event {
    case .scroll(_, let y) where shown.contains(place):
      zoom.come(y, at: (place - Point(shown.x, shown.y)) / Point(shown.width, shown.height))
    case .button(.left, .down, let modifiers) where shown.contains(place):
      drag = zoom.isNear && !modifiers.contains(.shift) ? .move(last: place) : .mark(from: place)
      let isSecond = lastClick.map { last in
        let way = place - last.place
        return now - last.time <= Self.doubleClick.time
          && max(abs(way.x), abs(way.y)) <= Self.doubleClick.way
      }
      lastClick = isSecond == true ? nil : (place, now)
      guard isSecond == true else { return nil }
      defer { reset() }
      return zoom.isNear ? nil : .watchRegion(nil)
    case .pointer:
      guard case .move(let last) = drag else { return nil }
      zoom.move(by: (place - last) / Point(shown.width, shown.height))
      drag = .move(last: place)
    case .button(.left, .up, _):
      defer { drag = nil }
      guard case .mark(let from) = drag, Self.isBox(from, place) else { return nil }
      lastClick = nil
      return .watchRegion(map.area(from, place))
    default: break
    }
    return nil
  }
}
