import Graphics

/// Actions of the pointer on the picture: the wheel zooms; a drag marks the part that is read, or moves a zoomed picture; with
/// Shift a drag always marks. A double click shows the whole picture, a second one reads all of it again.
struct PicturePointer {
  private(set) var zoom = Zoom()
  private var drag: Drag?
  private var lastClick: (place: Point, time: ContinuousClock.Instant)?
  private var pointer: Point?

  private enum Drag {
    case mark(from: Point)
    case move(last: Point)
  }

  /// Points; a shorter drag is a click.
  private static let minimumSide = 8.0
  /// The longest time and distance, in points, between the two clicks.
  private static let doubleClick = (time: Duration.milliseconds(400), distance: 6.0)

  /// The corners of the marked part, in points.
  var marked: (from: Point, to: Point)? {
    guard case .mark(let from) = drag, let pointer, Self.isBox(from, pointer) else { return nil }
    return (from, pointer)
  }

  private static func isBox(_ from: Point, _ to: Point) -> Bool {
    abs(to.x - from.x) >= minimumSide && abs(to.y - from.y) >= minimumSide
  }

  /// Shows the whole picture again.
  mutating func reset() { (zoom, drag) = (Zoom(), nil) }

  /// Zooms by the keyboard, by steps of the wheel, at the middle of the shown part.
  mutating func zoom(by steps: Double) { zoom.change(by: steps, at: Point(0.5, 0.5)) }

  /// Moves the shown part by the keyboard, by eighths of its size.
  mutating func pan(right: Int, down: Int) { zoom.move(by: Point(Double(-right), Double(-down)) / 8) }

  /// Ends a drag, because the button is up.
  mutating func endDrag() { drag = nil }

  /// - Parameters:
  ///   - place: The place of the pointer, in points; `nil` while it is outside.
  ///   - shown: The place of the picture.
  /// - Returns: The command of the user, if any.
  mutating func take(
    _ event: WindowEvent, at place: Point?, shown: Rect, _ map: PictureMap,
    now: ContinuousClock.Instant = .now
  ) -> Command? {
    pointer = place ?? pointer
    guard let place, !shown.isEmpty else { return nil }
    switch event {
    case .scroll(_, let y) where shown.contains(place):
      zoom.change(by: y, at: (place - Point(shown.x, shown.y)) / Point(shown.width, shown.height))
    case .button(.left, .down, let modifiers) where shown.contains(place):
      drag = zoom.isZoomed && !modifiers.contains(.shift) ? .move(last: place) : .mark(from: place)
      let isSecond = lastClick.map { last in
        let offset = place - last.place
        return now - last.time <= Self.doubleClick.time
          && max(abs(offset.x), abs(offset.y)) <= Self.doubleClick.distance
      }
      lastClick = isSecond == true ? nil : (place, now)
      guard isSecond == true else { return nil }
      defer { reset() }
      return zoom.isZoomed ? nil : .watchRegion(nil)
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
