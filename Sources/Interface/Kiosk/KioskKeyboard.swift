import Localization

/// The keys on a kiosk's screen, and their places. A pure value.
///
/// On the smallest display of the Raspberry Pi, 154 by 86 mm, each is at least 9 mm wide and high, as a finger needs.
struct KioskKeyboard: Sendable {
  enum Key: Hashable, Sendable {
    case sign(String)
    case space, delete, send, stop, close
    /// Changes between letters and figures.
    case page
    /// A ready-made message, by its number.
    case message(Int)
  }

  enum Page: Hashable, Sendable { case letters, figures }

  private(set) var places: [(key: Key, rect: Rect)] = []
  /// The square around the round lamp.
  private(set) var lamp = Rect.empty
  /// The typed text; its code words are below.
  private(set) var line = Rect.empty
  private(set) var strip = Rect.empty
  /// Type size in points.
  private(set) var lineSize = 1.0

  /// Ready-made messages.
  static let messageCount = 3

  // Alphabetical order, if ten keys do not fit into a row.
  private static let tallLetters = ["ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ"]
  private static let wideFigures = ["1234567890", ".,?!:=+-/@", ""]
  private static let tallFigures = ["1234567", "890.,?!", ":=+-/@'", ""]

  /// - Parameters:
  ///   - isSending: Whether Stop is the only key.
  ///   - language: Of the keyboard, with its letters besides A to Z; as many of them as two rows hold.
  init(_ size: Point, page: Page, isSending: Bool, language: Language = .english) {
    let national = language.nationalLetters
    let isTall = size.y > size.x
    let margin = min(size.x, size.y) * 0.04
    let gap = min(size.x, size.y) * 0.012
    let inside = Rect(x: 0, y: 0, width: size.x, height: size.y).inset(margin)
    var letters =
      page == .letters
      ? isTall ? Self.tallLetters : language.letterRows : isTall ? Self.tallFigures : Self.wideFigures
    let columns = isTall ? 7 : 10
    let usualRows = letters.count + 2
    if page == .figures {
      // The last row also has the delete key.
      let needsRow = national.count > columns - 1
      letters.removeLast()
      if needsRow { letters.append(String(national.prefix(columns))) }
      letters.append(String(national.dropFirst(needsRow ? columns : 0).prefix(columns - 1)))
    }
    let rows = letters.count + 2
    let (above, below) = inside.cutBottom(inside.height * (isTall ? 0.62 : 0.68))
    func share(of rows: Int) -> Double { (below.height - gap * Double(rows - 1)) / Double(rows) }
    let height = share(of: rows)
    // The parts above the keys keep their places.
    arrange(above.cutBottom(gap * 2).rest, key: share(of: usualRows), isTall: isTall)
    if isSending {
      places = [(.stop, below.cutBottom(height * 1.6).bottom)]
      strip = below.cutBottom(height * 1.6 + gap * 2).rest
      return
    }
    func row(_ index: Int) -> Rect { below.row(index, height: height, gap: gap) }
    let message = (below.width - gap * Double(Self.messageCount - 1)) / Double(Self.messageCount)
    for place in 0..<Self.messageCount {
      let x = below.x + Double(place) * (message + gap)
      places.append((.message(place), Rect(x: x, y: row(0).y, width: message, height: height)))
    }
    let width = (below.width - gap * Double(columns - 1)) / Double(columns)
    for (index, signs) in letters.enumerated() {
      var keys = signs.map { Key.sign(String($0)) }
      if index == letters.count - 1 { keys.append(.delete) }
      // The delete key gets the rest of the row.
      let spare = index == letters.count - 1 ? 0 : Double(columns - keys.count) * (width + gap)
      var x = below.x + spare / 2
      for key in keys {
        let own = key == .delete ? below.right - x : width
        places.append((key, Rect(x: x, y: row(index + 1).y, width: own, height: height)))
        x += own + gap
      }
    }
    let last = row(rows - 1)
    let side = below.width * 0.2
    places.append((.page, last.cutLeft(side).left))
    places.append((.send, last.cutRight(side * 1.4).right))
    places.append((.space, last.cutLeft(side + gap).rest.cutRight(side * 1.4 + gap).rest))
  }

  /// Arranges the parts above the keys.
  private mutating func arrange(_ room: Rect, key: Double, isTall: Bool) {
    // On an upright screen the code words have the whole width, below the line.
    let (upper, lower) = room.cutTop(isTall ? max(key, room.height * 0.5) : room.height)
    let (left, right) = upper.cutRight(key)
    places.append((.close, Rect(x: right.x, y: room.y, width: key, height: key)))
    // A blinking lamp must be smaller than 3 % of the screen (WCAG 2.2, 2.3.1).
    let side = min(upper.height, room.width * 0.2)
    lamp = Rect(x: left.x, y: left.y + (left.height - side) / 2, width: side, height: side)
    let lines = left.cutLeft(side + key * 0.3).rest.cutRight(key * 0.3).rest
    (line, strip) = isTall ? (lines, lower) : lines.cutTop(lines.height * 0.52)
    lineSize = max(1, min(line.height * 0.66, line.width / 10))
  }

  /// The key at a point.
  func key(at point: Point) -> Key? { places.first { $0.rect.contains(point) }?.key }
}

extension Language {
  /// As on the language's keyboards.
  var letterRows: [String] {
    self == .german ? ["QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"] : ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"]
  }

  /// Letters beside A to Z.
  var nationalLetters: String {
    switch self {
    case .english: ""
    case .german: "ÄÖÜß"
    case .polish: "ĄĆĘŁŃÓŚŹŻ"
    }
  }
}
