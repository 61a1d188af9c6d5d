/// A torch's brightness in one frame.
struct Reading {
  /// Start of the exposure and its length, in seconds.
  var start: Double
  var exposure: Double
  /// On the 100 scale, or any other that is linear in light.
  var level: Double
  /// Whether the level was not measured, but inferred from the brightest pixel.
  var isInferred = false

  var end: Double { start + exposure }
}
