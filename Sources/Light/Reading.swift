/// A torch's brightness in one frame, as far as timing it needs.
struct Reading {
  /// Start of the exposure and its length, in seconds.
  var start: Double
  var exposure: Double
  /// On the 100 scale, or any other that is linear in light.
  var level: Double

  var end: Double { start + exposure }
}
