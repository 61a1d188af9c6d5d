/// Decides when to search again. A search costs as much as about ten fits, and a failed one mostly fails again in the next
/// frame.
///
/// A frame that is placed without a search does not end a pause: in a stream where every second frame shows something else, such
/// as a strobe light, each of these would be searched.
struct SearchSchedule: Sendable {
  /// Frames from a failed search to the next one, and how many of them are left.
  private var pause = 0
  private var left = 0
  /// Frames placed in a row.
  private var placed = 0
  /// The longest pause. So many frames placed in a row end every pause.
  private static let longest = 32

  mutating func framePlaced() {
    placed += 1
    if placed >= Self.longest { self = SearchSchedule() } else { left = max(0, left - 1) }
  }

  /// Whether a frame that the fit did not place is to be searched.
  mutating func isDue() -> Bool {
    placed = 0
    guard left == 0 else {
      left -= 1
      return false
    }
    pause = min(Self.longest, max(1, 2 * pause))
    left = pause
    return true
  }
}
