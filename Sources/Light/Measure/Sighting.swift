/// A light that was found.
struct Sighting {
  var light: KnownLight
  /// What following it over those frames has taught: its levels, the shutter, the length of its marks.
  var tracker: KeyTracker
  /// What it meets.
  var demand: Demand
}
