import Morse
import Typesetting

/// Code words as marks: a dash is three dots long (ITU-R M.1677-1, part I, section 2.1).
struct KeyingStrip {
  let codes: [CodeWord]
  /// Points of a dot.
  var unit = Self.usualUnit

  static let usualUnit = 5.0

  static func width(of codes: [CodeWord], unit: Double = usualUnit) -> Double {
    func length(_ code: CodeWord) -> Double {
      code.elements.reduce(-unit) { $0 + ($1 == .dot ? unit : 3 * unit) + unit }
    }
    return codes.reduce(-3 * unit) { $0 + length($1) + 3 * unit }
  }

  /// - Parameter start: The middle of the left edge.
  func paint(at start: Point, _ color: Color, with painter: Painter) {
    var x = start.x
    for code in codes {
      for element in code.elements {
        let width = element == .dot ? unit : 3 * unit
        painter.fill(
          Rect(x: x, y: start.y - unit / 2, width: width, height: unit), color,
          radius: unit / 2)
        x += width + unit
      }
      x += 2 * unit
    }
  }
}
