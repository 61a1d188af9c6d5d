import Frames

/// Text of a session that its receiver no longer has: from before a recording was sought in, and what was cleared.
struct EarlierText {
  /// What is shown before that which is read now.
  private var shown: [Transcript] = []
  private var cleared: [Transcript]?

  /// What all torches said, earlier and now.
  func followed(by now: [Transcript]) -> [Transcript] {
    guard !shown.isEmpty else { return now }
    let earlier = shown.filter { transcript in !now.contains { $0.torch == transcript.torch } }
    let both = now.map { transcript in
      shown.first { $0.torch == transcript.torch }.map { transcript.following($0) } ?? transcript
    }
    return (earlier + both).sorted { $0.torch < $1.torch }
  }

  /// The receiver begins anew; `now` is what it had.
  mutating func keep(_ now: [Transcript]) {
    shown = followed(by: now.map(\.settled))
  }

  /// The user clears the text; `now` is the receiver's part of it.
  mutating func clear(_ now: [Transcript]) {
    cleared = followed(by: now.map(\.settled))
    shown = []
  }

  /// Brings back what was cleared last; what was read since then follows it.
  mutating func restore() {
    guard let cleared = cleared.take() else { return }
    let since = shown
    shown = cleared
    shown = followed(by: since)
  }
}
