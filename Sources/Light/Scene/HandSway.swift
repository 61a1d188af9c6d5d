import Frames

/// How a hand sways a lamp in the picture.
enum HandSway {
  /// How far a hand that holds a near lamp may sway: root mean square along an axis, in pixels.
  static let largest = 20.0
  /// How far it sways at most, in pixels: three standard deviations, which are exceeded in one frame of 370.
  static let farthest = 3 * largest
  /// The same in whole tiles.
  static let reach = Int((farthest / Double(LumaGrid.tileSide)).rounded(.up))
  /// How fast it sways, in radians a second: at 0.35 Hz, as measured in handheld videos.
  static let frequency = 2.2
  /// Root mean square of the velocity of the largest sway along an axis, in pixels a second.
  static let velocity = largest * frequency

  /// How far a lamp may move in `time` seconds, in pixels: with three times the velocity of the largest sway.
  static func farthestMotion(in time: Double) -> Double { 3 * velocity * time }
}
