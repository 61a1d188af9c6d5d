import Glibc

enum Trigonometry {
  /// The point of the unit circle `turn` (0...1) of the way round, clockwise from the top, in a window's axes.
  static func clockwise(_ turn: Double) -> Point {
    let angle = turn * 2 * Double.pi
    return Point(sin(angle), -cos(angle))
  }
}
