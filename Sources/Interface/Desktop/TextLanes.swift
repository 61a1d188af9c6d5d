import Frames
import Monitor

/// Which torches have a lane of text beside the picture, and where. Pure.
struct TextLanes {
  /// From top to bottom in the order of their letters; a lane of no torch where there is none.
  let places: [(torch: TorchID?, rect: Rect)]
  /// Torches that there is no room for.
  let hidden: [TorchID]
  /// Where those are named, or in a small window counted; empty where there are none.
  let rest: Rect

  private static let gap = 2 * Theme.unit
  /// Points of `+12` and a gap before it.
  private static let counting = 30.0

  /// The torch that was chosen comes first, then those in sight, then those that said something and are gone, the latest first.
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
    let least = isSmall ? 40.0 : 88
    func fitting(in height: Double) -> Int { max(1, Int((height + Self.gap) / (least + Self.gap))) }
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
    if hasRest, isSmall { (places[count - 1].rect, rest) = places[count - 1].rect.cutRight(Self.counting) }
    (self.places, self.rest) = (places, rest)
    hidden = wanted.dropFirst(count).sorted()
  }
}

extension Transcript {
  /// The last thing it said was sent by Aldis itself.
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
