/// The layout of the tuning scene. A pure value.
struct TuningLayout: Equatable, Sendable {
  /// The room for the picture, which keeps its aspect.
  var well: Rect
  var picture: Rect
  var status: Rect
  /// Beside the picture. Empty in a small window: there the button `menu` in the picture's corner opens its controls in
  /// `popup`.
  var panel: Rect
  var menu: Rect
  var popup: Rect
  /// Buttons, and a line below them.
  var frames: Rect
  var uniforms: Rect
  /// Buttons.
  var files: Rect
  /// Brightness, black at the bottom, across the picture.
  var waveform: Rect
  var histogram: Rect
  /// A line below the waveform and the histogram.
  var levels: Rect
  /// The score of a recording; empty without one.
  var score: Rect

  private static let panelWidth = 248.0
  private static let smallest = Point(720, 400)
  private static let popupHeight = 300.0

  init(_ size: Point, aspect: Double?, hasScore: Bool = false) {
    let inside = Rect(x: 0, y: 0, width: size.x, height: size.y).inset(2 * Theme.unit)
    let (above, status) = inside.cutBottom(2 * Theme.unit)
    self.status = status
    let room = above.cutBottom(1.5 * Theme.unit).rest
    let hasPanel = size.x >= Self.smallest.x && size.y >= Self.smallest.y
    let (left, panel) = room.cutRight(hasPanel ? Self.panelWidth : 0)
    well = hasPanel ? left.cutRight(2 * Theme.unit).rest : left
    picture = well.fitted(aspect ?? 4.0 / 3)
    self.panel = panel
    let corner = Rect(x: well.right - Theme.unit - 28, y: well.y + Theme.unit, width: 28, height: 20)
    menu = hasPanel ? Rect(x: well.right, y: well.y, width: 0, height: 0) : corner
    let side = Point(min(Self.panelWidth + 3 * Theme.unit, above.width), min(Self.popupHeight, above.height))
    popup = Rect(
      x: above.center.x - side.x / 2, y: above.center.y - side.y / 2, width: side.x, height: side.y)

    let controls = hasPanel ? panel : popup.inset(1.5 * Theme.unit)
    let (top, rest) = controls.cutTop(ControlRow.height + (hasPanel ? 3 : 1) * Theme.unit)
    frames = top
    let (line, below) = rest.cutTop(hasPanel && hasScore ? 5 * Theme.unit : 0)
    score = line
    let (middle, bottom) = below.cutBottom(hasPanel ? min(146, below.height * 0.36) : 0)
    let (plots, words) = bottom.cutBottom(2.25 * Theme.unit)
    levels = words
    (waveform, histogram) = plots.cutRight(plots.width * 0.27)
    waveform = waveform.cutRight(Theme.unit).rest
    let (list, files) = middle.cutBottom(ControlRow.height + (hasPanel ? 2 : 1) * Theme.unit)
    uniforms = list
    self.files = hasPanel ? files.cutTop(ControlRow.height).top : files.cutBottom(ControlRow.height).bottom
  }
}
