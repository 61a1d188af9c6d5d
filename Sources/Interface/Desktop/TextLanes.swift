import Frames
import Monitor

/// The lanes of text beside the picture, and their torches. A pure value.
struct TextLanes {
  /// The lanes from top to bottom, in the order of the torches' letters. If there are no torches, one lane without a torch.
  let places: [(torch: TorchID?, rect: Rect)]
  /// Torches without a lane.
  let hidden: [TorchID]
  /// The place where the hidden torches are listed, or counted in a small window; empty if none is hidden.
  let rest: Rect

  private static let gap = 2 * Theme.unit
  /// Points of `+12` and a gap before it.
  private static let countWidth = 30.0

  /// The chosen torch has priority, then visible torches, then lost torches with text, the latest first.
  init(of snapshot: Snapshot, in room: Rect, isSmall: Bool) {
    let chosen = snapshot.chosenTorch
    let all = snapshot.torches.map(\.id)
    let seen = all.filter { $0 == chosen } + all.filter { $0 != chosen }
    let gone = snapshot.transcripts.filter { !$0.isEmpty && !seen.contains($0.torch) }
      .sorted { $0.lastMoment > $1.lastMoment }.map(\.torch)
    let wanted = seen + gone
    guard !wanted.isEmpty else {
      (places, hidden, rest) = ([(nil, room)], [], room.cutTop(0).top)
      return
    }
    let minimumHeight = isSmall ? 40.0 : 88
    func fitting(in height: Double) -> Int { max(1, Int((height + Self.gap) / (minimumHeight + Self.gap))) }
    let hasRest = wanted.count > fitting(in: room.height)
    let (above, below) = room.cutBottom(hasRest && !isSmall ? Self.gap : 0)
    let count = min(wanted.count, fitting(in: above.height))
    let height = (above.height - Self.gap * Double(count - 1)) / Double(count)
    var places: [(torch: TorchID?, rect: Rect)] = wanted.prefix(count).sorted().enumerated().map {
      index, torch in
      let y = above.y + Double(index) * (height + Self.gap)
      return (torch, Rect(x: above.x, y: y, width: above.width, height: height))
    }
    var rest = below
    if hasRest, isSmall { (places[count - 1].rect, rest) = places[count - 1].rect.cutRight(Self.countWidth) }
    (self.places, self.rest) = (places, rest)
    hidden = wanted.dropFirst(count).sorted()
  }
}

extension Transcript {
  /// Whether this program sent its last character.
  var lastIsOwn: Bool {
    for case .character(let character) in entries.reversed() { return character.isOwn }
    return false
  }

  /// The end of its last character, in seconds on the source's axis.
  var lastMoment: Double {
    for case .character(let character) in entries.reversed() { return character.end }
    return -.infinity
  }
}
