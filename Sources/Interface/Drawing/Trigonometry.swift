import Glibc

enum Trigonometry {
  /// The point of the unit circle after `turn` turns (0...1), clockwise from the top, in a window's axes.
  static func clockwise(_ turn: Double) -> Point {
    let angle = turn * 2 * Double.pi
    return Point(sin(angle), -cos(angle))
  }
}
