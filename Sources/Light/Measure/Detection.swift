/// A light that was found.
struct Detection {
  var light: KnownLight
  /// The tracker after the searched frames: it knows the light's levels, the shutter and the lengths of the marks.
  var tracker: KeyTracker
}
