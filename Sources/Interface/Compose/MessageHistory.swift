/// Earlier messages, as in a shell: the present text is kept while the user goes through them.
struct MessageHistory {
  private var lines: [String] = []
  /// `nil` at the present text.
  private var place: Int?
  private var presentText = ""

  private static let capacity = 100

  mutating func note(_ line: String) {
    place = nil
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > Self.capacity { lines.removeFirst() }
  }

  /// The text `steps` later, at most the present text; `nil` if there is none in this direction.
  mutating func step(_ steps: Int, from text: String) -> String? {
    guard !lines.isEmpty else { return nil }
    if place == nil { presentText = text }
    let next = min(max((place ?? lines.count) + steps, 0), lines.count)
    guard next != place ?? lines.count else { return nil }
    place = next == lines.count ? nil : next
    return place.map { lines[$0] } ?? presentText
  }

  /// Leaves the history, because the text has been changed.
  mutating func leave() { place = nil }
}
