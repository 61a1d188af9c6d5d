/// The layout of the bar for messages, along the lower edge of the desktop window. A pure value.
///
///     roomy                                          narrow                    low
///     ┌────┬─────────────────┬──────┬──────┬────┐    ┌────┬──────────┬────┐    ┌─┬──────┬────┐
///     │lamp│ entry           │speed │picker│send│    │lamp│ entry    │send│    │●│ entry│send│
///     │    │ code words             │ figures   │    │    ├──────────┴────┤    └─┴──────┴────┘
///     └────┴─────────────────────────┴──────────┘    ├────┘ speed, picker │
///                                                    │ code words, figures│
///
/// A problem of the message replaces the code words; a low bar shows it on a card above.
struct ComposeLayout: Equatable, Sendable {
  /// The whole bar, up to the window's edges.
  var bar: Rect
  /// A square.
  var lamp: Rect
  var entry: Rect
  /// Empty in a low bar, like `lampPicker`, `strip` and `figures`.
  var speed: Rect
  /// The control that chooses the lamp.
  var lampPicker: Rect
  var strip: Rect
  var figures: Rect
  var send: Rect
  /// The problem of the message.
  var problem: Rect
  /// The offer of another lamp: instead of the figures, or below the problem.
  var offer: Rect

  /// The largest card above a low bar; empty otherwise.
  var card: Rect

  /// Points above and below the words on the card.
  static let cardPadding = Theme.unit / 2
  private static let gap = Theme.unit
  private static let line = ControlRow.height
  private static let strip = 5 * Theme.unit
  private static let sendWidth = 84.0
  private static let figuresWidth = 136.0
  private static let roomyWidth = 760.0

  private enum Form { case roomy, narrow, low }

  private static func form(_ window: Point) -> Form {
    window.y < 360 || window.x < 360 ? .low : window.x < roomyWidth ? .narrow : .roomy
  }

  /// Points of the window that the open bar takes.
  static func height(in window: Point) -> Double {
    let rows =
      switch form(window) {
      case .low: line
      case .roomy: line + gap + strip
      case .narrow: 2 * (line + gap) + strip
      }
    return rows + 2 * padding(window)
  }

  private static func padding(_ window: Point) -> Double { form(window) == .low ? gap : 2 * gap }

  /// - Parameters:
  ///   - share: 0, closed, to 1, open.
  ///   - controls: The top of the controls that stay visible above a low bar.
  init(_ window: Point, share: Double, below controls: Double = .infinity) {
    let height = Self.height(in: window)
    let form = Self.form(window)
    bar = Rect(x: 0, y: window.y - height * share, width: window.x, height: height)
    let inside = bar.inset(Self.padding(window))
    let (gap, line) = (Self.gap, Self.line)
    let nothing = Rect(x: inside.x, y: inside.bottom, width: 0, height: 0)
    (speed, lampPicker, strip, figures) = (nothing, nothing, nothing, nothing)
    (problem, offer, card) = (nothing, nothing, nothing)
    var rest = inside
    func cutLeft(_ width: Double, of rect: inout Rect) -> Rect {
      let (left, right) = rect.cutLeft(width)
      rect = right.cutLeft(gap).rest
      return left
    }
    func cutRight(_ width: Double, of rect: inout Rect) -> Rect {
      let (left, right) = rect.cutRight(width)
      rect = left.cutRight(gap).rest
      return right
    }
    let upper = form == .narrow ? 2 * line + gap : inside.height
    let side = min(upper, inside.width / 4)
    lamp = Rect(x: inside.x, y: inside.y, width: side, height: side)
    if form == .narrow {
      let below = inside.cutTop(upper + gap).rest
      (strip, figures) = below.cutRight(min(Self.figuresWidth, below.width * 0.4))
      strip = strip.cutRight(gap).rest
      rest = inside.cutTop(upper).top
    }
    rest = rest.cutLeft(side + gap).rest
    var top = rest.cutTop(line).top
    var below = rest.cutTop(line + gap).rest
    send = cutRight(min(Self.sendWidth, top.width * 0.45), of: &top)
    switch form {
    case .low: break
    case .narrow:
      speed = cutLeft((below.width - gap) / 2, of: &below)
      lampPicker = below
    case .roomy:
      lampPicker = cutRight(156, of: &top)
      speed = cutRight(120, of: &top)
      figures = cutRight(Self.figuresWidth, of: &below)
      strip = below
    }
    entry = top
    if form == .low {
      card = Rect(x: 0, y: 0, width: window.x, height: min(bar.y, controls))
      (problem, offer) = card.inset(x: gap, y: Self.cardPadding).cutBottom(line)
      problem = problem.cutBottom(Self.cardPadding).rest
      offer.width = min(offer.width, Self.figuresWidth)
    } else {
      problem = strip
      offer = Rect(x: figures.x, y: figures.center.y - line / 2, width: figures.width, height: line)
    }
  }
}
