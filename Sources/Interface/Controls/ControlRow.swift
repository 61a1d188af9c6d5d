/// The places of the controls in a row of the desktop window. A pure value.
///
/// Controls that do not fit are in a menu at the row's end.
struct ControlRow: Equatable, Sendable {
  enum Item: CaseIterable, Sendable {
    case source, freeze, calibrate, threshold, exposure, speed, alphabet, sendingSpeed, lamp
    case compose, record, copy, save, clear

    /// Points.
    fileprivate var width: Double {
      switch self {
      case .source: 132
      case .freeze, .record: 68
      case .speed: 76
      case .calibrate, .exposure, .compose: 84
      case .threshold: 208
      case .alphabet: 104
      case .sendingSpeed: 120
      case .lamp: 156
      case .copy, .save, .clear: 58
      }
    }
  }

  private(set) var places: [Item: Rect] = [:]
  /// The menu's button; `nil` if the menu is empty.
  private(set) var more: Rect?
  /// The controls in the menu, from top to bottom.
  private(set) var hidden: [Item] = []

  static let height = 28.0
  private static let gap = 8.0
  private static let moreWidth = 36.0
  private static let widestSource = 240.0
  /// The controls at the right end: those of messages, recording and text.
  private static let right: [Item] = [.compose, .record, .copy, .save, .clear]
  /// The order in which controls move from the row to the menu: the least important first.
  private static let removalOrder: [Item] = [
    .lamp, .sendingSpeed, .clear, .record, .speed, .exposure, .freeze, .alphabet, .save, .calibrate, .copy,
    .threshold, .compose,
    .source,
  ]

  /// - Parameters:
  ///   - absent: Controls without use at present.
  ///   - includesSending: Whether the speed and the lamp of sending are in this row too, because the bar for messages is too low.
  ///   - labels: The widths of the labels; long words need more room than usual.
  init(
    in rect: Rect, without absent: Set<Item> = [], includesSending: Bool = false, labels: [Item: Double] = [:]
  ) {
    let padding = Self.gap * 2
    func width(of item: Item) -> Double { max(item.width, (labels[item] ?? 0).rounded(.up) + padding) }
    let absent = absent.union(includesSending ? [] : [.sendingSpeed, .lamp])
    let wanted = Item.allCases.filter { !absent.contains($0) }
    var shown = Set(wanted)
    func width() -> Double {
      shown.reduce(-Self.gap) { $0 + width(of: $1) + Self.gap }
        + (shown.count < wanted.count ? Self.moreWidth + Self.gap : 0)
    }
    for item in Self.removalOrder where width() > rect.width { shown.remove(item) }
    hidden = wanted.filter { !shown.contains($0) }
    let spare = max(0, rect.width - width())
    var right = rect.right
    if !hidden.isEmpty, rect.width >= Self.moreWidth {
      more = Rect(x: right - Self.moreWidth, y: rect.y, width: Self.moreWidth, height: rect.height)
      right -= Self.moreWidth + Self.gap
    }
    for item in Self.right.reversed() where shown.contains(item) {
      let width = width(of: item)
      places[item] = Rect(x: right - width, y: rect.y, width: width, height: rect.height)
      right -= width + Self.gap
    }
    var left = rect.x
    for item in Item.allCases where shown.contains(item) && !Self.right.contains(item) {
      let width = item == .source ? min(item.width + spare, Self.widestSource) : width(of: item)
      places[item] = Rect(x: left, y: rect.y, width: width, height: rect.height)
      left += width + Self.gap
    }
  }
}
