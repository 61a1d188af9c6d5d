/// Decides when to search for a lost scene again. A search costs as much as about ten fits, and a failed one mostly fails again
/// in the next frame.
///
/// A frame that is placed without a search does not end a pause. Otherwise a stream in which every second frame shows something
/// else, such as a strobe light, would cause a search at every second frame.
struct SearchSchedule: Sendable {
  /// Frames from the last failed search to the next search.
  private var pause = 0
  /// The frames of this pause that are left.
  private var left = 0
  /// Frames placed in a row.
  private var placed = 0
  /// The longest pause, in frames. As many frames placed in a row end every pause. Chosen: about a second.
  private static let longestPause = 32

  mutating func framePlaced() {
    placed += 1
    if placed >= Self.longestPause { self = SearchSchedule() } else { left = max(0, left - 1) }
  }

  /// Whether to search for the scene in a frame that the fit did not place.
  mutating func isDue() -> Bool {
    placed = 0
    guard left == 0 else {
      left -= 1
      return false
    }
    pause = min(Self.longestPause, max(1, 2 * pause))
    left = pause
    return true
  }
}
