/// The example on the kiosk's lamp while no light signals: SOS, repeated, slow enough to follow, with less than three flashes
/// per second (WCAG 2.2, 2.3.1).
struct MorseExample {
  /// The present element of ``Wording/example``; `nil` while the light is off.
  private(set) var element: (letter: Int, place: Int)?

  var isLit: Bool { element != nil }

  /// Seconds of a dot.
  static let unit = 0.25
  /// Units between two rounds.
  private static let pause = 12

  /// - Parameter time: Seconds on any axis.
  init(at time: Double) {
    let marks = Self.marks
    let length = (marks.last?.units.upperBound ?? 0) + Self.pause
    let units = (time / Self.unit).rounded(.down)
    guard units.isFinite, abs(units) < 1e15 else { return }
    let unit = ((Int(units) % length) + length) % length
    element = marks.first { $0.units.contains(unit) }.map { ($0.letter, $0.place) }
  }

  /// Dash 3, gaps 1 and 3 units (ITU-R M.1677-1, section 2).
  private static var marks: [(letter: Int, place: Int, units: Range<Int>)] {
    var marks: [(letter: Int, place: Int, units: Range<Int>)] = []
    var at = 0
    for (letter, (_, code)) in Wording.example.enumerated() {
      for (place, element) in code.enumerated() {
        let length = element == "-" ? 3 : 1
        marks.append((letter, place, at..<at + length))
        at += length + 1
      }
      at += 2
    }
    return marks
  }
}
