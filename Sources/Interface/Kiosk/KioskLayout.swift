/// The layout of a kiosk: everything is a share of the screen, so that a small and a large display are equally legible from the
/// same number of screen heights away.
struct KioskLayout: Equatable, Sendable {
  var picture: Rect
  var well: Rect
  /// The square around the round lamp.
  var lamp: Rect
  /// The state, in a few words.
  var state: Rect
  /// Dots and dashes of the last seconds.
  var tape: Rect
  var text: Rect
  /// The button that opens the keys; empty if visitors cannot send.
  var invitation: Rect
  /// Type sizes in points.
  var readingSize: Double
  var stateSize: Double

  /// Lines of text that fit.
  static let lines = 3.0
  static let lineSpacing = 1.1

  /// - Parameter invites: Whether visitors can send.
  init(_ size: Point, aspect: Double?, invites: Bool = false) {
    let aspect = min(max(aspect ?? 4.0 / 3, 0.25), 4)
    let margin = min(size.x, size.y) * 0.05
    let inside = Rect(x: 0, y: 0, width: size.x, height: size.y).inset(margin)
    let isTall = size.y > size.x
    let gap = margin * 0.8
    let rest: Rect
    // A finger's width on the smallest display of the Raspberry Pi, 86 mm high.
    let finger = invites ? min(size.x, size.y) * 0.115 : 0
    if isTall {
      let (top, below) = inside.cutTop(min(inside.width / aspect, inside.height * 0.46))
      well = top
      let (middle, lower) = below.cutTop(gap).rest.cutTop(inside.height * 0.1)
      (lamp, state) = Self.readout(middle, margin: margin)
      stateSize = state.height * 0.42
      (rest, invitation) = lower.cutBottom(finger)
    } else {
      let (top, below) = inside.cutTop(inside.height * 0.42)
      well = top.cutLeft(min(top.height * aspect, top.width * 0.5)).left
      let right = top.cutLeft(well.width + margin).rest
      let beside: Rect
      (beside, invitation) = right.cutBottom(finger)
      (lamp, state) = Self.readout(beside, margin: margin)
      stateSize = min(state.height * 0.4, beside.width * 0.075)
      rest = below
    }
    let (tape, lower) = rest.cutTop(gap).rest.cutTop(max(3, size.y * 0.018))
    self.tape = tape
    text = lower.cutTop(gap).rest
    picture = well.fitted(aspect, at: Point(0, 0))
    // DejaVu Sans has lines of 1.164 em.
    readingSize = max(1, min(text.height / (Self.lines * Self.lineSpacing * 1.164), inside.width / 8))
  }

  /// The places of a lamp and of the words beside it.
  private static func readout(_ room: Rect, margin: Double) -> (lamp: Rect, state: Rect) {
    // A blinking lamp must be smaller than 3 % of the screen (WCAG 2.2, 2.3.1).
    let (left, right) = room.cutLeft(min(room.height, room.width * 0.28))
    // The lamp's glass, without its halo, is aligned to the left edge.
    var lamp = left.fitted(1)
    lamp.x -= lamp.width * (1 - Painter.glassShare) / 2
    // The words are as far from the lamp's glass as the glass is from the picture.
    let gap = margin * 1.2 - left.width * (1 - Painter.glassShare)
    return (lamp, Rect(x: right.x + gap, y: right.y, width: right.width - gap, height: right.height))
  }
}
