/// The layout of the desktop window. A pure value: a size in, rectangles out.
///
///     wide                         tall              small
///     ┌───────────┬──────────┐    ┌─────────┐       ┌─────────┐
///     │ picture   │ text     │    │ picture │       │ picture │
///     │ (seek)    │          │    ├─────────┤       ├─────────┤
///     ├───────────┴──────────┤    │ text    │       │ text    │
///     │ scope                │    ├─────────┤       └─────────┘
///     ├──────────────────────┤    │ scope   │
///     │ controls             │    │ controls│
///     │ status               │    │ status  │
///     └──────────────────────┘    └─────────┘
///
/// The bar for messages is below all of it, and takes its height from the window.
struct DesktopLayout: Equatable, Sendable {
  enum Form: Equatable, Sendable { case wide, tall, small }

  var form: Form
  /// The room for the picture, which keeps its aspect.
  var well: Rect
  var picture: Rect
  /// Under the picture of a recording; empty otherwise, and in a small window.
  var seek: Rect
  var text: Rect
  /// Empty in a small window.
  var scope: Rect
  /// Empty in a small window.
  var controls: Rect
  /// The button that opens the controls in a small window, in the picture's corner; empty otherwise.
  var menu: Rect
  /// Empty in a small window and in a low one.
  var status: Rect

  /// - Parameters:
  ///   - size: The window, in points.
  ///   - aspect: Width by height of the upright picture; `nil` while there is none.
  ///   - canSeek: Whether the source can be read from any moment.
  init(_ size: Point, aspect: Double?, canSeek: Bool = false) {
    let aspect = min(max(aspect ?? 4.0 / 3, 0.25), 4)
    form =
      size.x < 300 || size.y < 240 || size.x * size.y < 420 * 320
      ? .small : size.y > size.x ? .tall : .wide
    let unit = Theme.unit
    let window = Rect(x: 0, y: 0, width: size.x, height: size.y)
    switch form {
    case .small:
      let inside = window.inset(unit)
      let lines = max(inside.height * 0.34, inside.height - unit - inside.width / aspect)
      let (upper, lower) = inside.cutBottom(lines)
      well = upper.cutBottom(unit).rest
      text = lower
      scope = Rect(x: inside.x, y: inside.bottom, width: 0, height: 0)
      (controls, status, seek) = (scope, scope, scope)
      menu = Rect(x: well.right - 4 - 28, y: well.y + 4, width: 28, height: 20)
    case .wide, .tall:
      let gap = 2 * unit
      let inside = window.inset(x: gap, y: gap)
      // A low window has no room for the status line.
      let hasStatus = size.y >= 360
      let (aboveStatus, status) = inside.cutBottom(hasStatus ? 2 * unit : 0)
      self.status = status
      let (aboveControls, controls) = aboveStatus.cutBottom(hasStatus ? unit : 0).rest.cutBottom(
        ControlRow.height)
      self.controls = controls
      let above = aboveControls.cutBottom(1.5 * unit).rest
      let minimumScope = min(max(above.height * 0.16, 7 * unit), 18 * unit)
      let bar = canSeek ? ControlRow.height + unit : 0
      let left: Rect
      if form == .wide {
        // The picture is as large as the height and its share of the width allow; the scope gets the rest below.
        let room = above.height - minimumScope - gap - bar
        let width = min(room * aspect, (above.width - gap) * 0.64)
        let height = min(room, max(width / aspect, above.height * 0.5))
        let (upper, lower) = above.cutTop(height + bar)
        scope = lower.cutTop(gap).rest
        let right: Rect
        (left, right) = upper.cutLeft(width)
        text = right.cutLeft(1.5 * gap).rest
      } else {
        let (upper, scope) = above.cutBottom(minimumScope)
        self.scope = scope
        let room = upper.cutBottom(gap).rest
        let rest: Rect
        (left, rest) = room.cutTop(min(room.width / aspect + bar, room.height * 0.6))
        text = rest.cutTop(gap).rest
      }
      menu = Rect(x: inside.right, y: inside.y, width: 0, height: 0)
      let (shown, below) = left.cutBottom(bar)
      well = shown
      seek = below.cutTop(canSeek ? unit : 0).rest
    }
    picture = well.fitted(aspect)
  }
}
