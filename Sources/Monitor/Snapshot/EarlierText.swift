import Frames

/// Text of a session that its receiver no longer has: text from before a seek in a recording, and cleared text.
struct EarlierText {
  /// The text that is shown before the present one.
  private var shown: [Transcript] = []
  private var cleared: [Transcript]?

  /// The text of all torches: the earlier text followed by the receiver's text.
  func followed(by now: [Transcript]) -> [Transcript] {
    guard !shown.isEmpty else { return now }
    let earlier = shown.filter { transcript in !now.contains { $0.torch == transcript.torch } }
    let both = now.map { transcript in
      shown.first { $0.torch == transcript.torch }.map { transcript.following($0) } ?? transcript
    }
    return (earlier + both).sorted { $0.torch < $1.torch }
  }

  /// Keeps `now`, the receiver's text, before the receiver starts again.
  mutating func keep(_ now: [Transcript]) {
    shown = followed(by: now.map(\.withoutDraft))
  }

  /// Clears the text. `now` is the receiver's part of it.
  mutating func clear(_ now: [Transcript]) {
    cleared = followed(by: now.map(\.withoutDraft))
    shown = []
  }

  /// Restores the text that was cleared last; later text follows it.
  mutating func restore() {
    guard let cleared = cleared.take() else { return }
    let since = shown
    shown = cleared
    shown = followed(by: since)
  }
}
