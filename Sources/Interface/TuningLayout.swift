/// Where things are while shaders are tuned. Pure.
struct TuningLayout: Equatable, Sendable {
  /// The room for the picture; the picture lies in it with its aspect kept.
  var well: Rect
  var picture: Rect
  var status: Rect
  /// Beside the picture; empty in a small window, and so are its parts.
  var panel: Rect
  /// Buttons, and a line below them.
  var frames: Rect
  var uniforms: Rect
  /// Buttons.
  var files: Rect
  /// Brightness, black at the bottom: across the picture, and in all.
  var waveform: Rect
  var histogram: Rect
  /// A line below both.
  var levels: Rect
  /// How well a recording is read; empty where none is.
  var score: Rect

  private static let panelWidth = 248.0
  private static let smallest = Point(720, 400)

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
    let (top, rest) = panel.cutTop(hasPanel ? ControlRow.height + 3 * Theme.unit : 0)
    frames = top
    let (line, below) = rest.cutTop(hasPanel && hasScore ? 5 * Theme.unit : 0)
    score = line
    let (middle, bottom) = below.cutBottom(hasPanel ? min(146, below.height * 0.36) : 0)
    let (plots, words) = bottom.cutBottom(2.25 * Theme.unit)
    levels = words
    (waveform, histogram) = plots.cutRight(plots.width * 0.27)
    waveform = waveform.cutRight(Theme.unit).rest
    let (list, files) = middle.cutBottom(hasPanel ? ControlRow.height + 2 * Theme.unit : 0)
    uniforms = list
    self.files = files.cutTop(ControlRow.height).top
  }
}
