/// Tells how sure each stretch of a reading is, from the readings that lost to it: the smaller the distance to the best
/// one that says something else there, the less sure (the soft-output Viterbi algorithm: Hagenauer, Hoeher 1989).
struct Verdicts {
  struct Rival {
    /// The rival differs between these stretches of the chain.
    var range: Range<Int>
    /// What it reads there.
    var kinds: [SegmentKind]
    var distance: Double
  }

  private let segments: Segments
  /// From old to new.
  let chain: [Segments.ID]
  private var place: [Segments.ID: Int]
  private(set) var rivals: [Rival] = []

  init(of chain: [Segments.ID], in segments: Segments) {
    self.segments = segments
    self.chain = chain
    place = Dictionary(uniqueKeysWithValues: chain.enumerated().map { ($1, $0) })
    for (index, id) in chain.enumerated() where index > 0 && segments[id].rival != Segments.none {
      let segment = segments[id]
      add(
        from: segment.rival, last: segment.rivalKind, until: index + 1,
        distance: Double(segment.rivalDistance))
    }
  }

  /// A reading that came to `segment`, continued by a stretch of kind `last`, and from there on as the chain from `end`.
  mutating func add(from segment: Segments.ID, last: SegmentKind?, until end: Int, distance: Double) {
    var kinds: [SegmentKind] = last.map { [$0] } ?? []
    var id = segment
    while id != Segments.none, place[id] == nil {
      kinds.append(segments[id].kind)
      id = segments[id].parent
    }
    guard id != Segments.none, let joint = place[id] else { return }
    kinds.reverse()
    var range = joint + 1..<max(joint + 1, end)
    // What both read alike at either end is no difference.
    while let first = kinds.first, !range.isEmpty, first == segments[chain[range.lowerBound]].kind {
      kinds.removeFirst()
      range = range.lowerBound + 1..<range.upperBound
    }
    while let last = kinds.last, !range.isEmpty, last == segments[chain[range.upperBound - 1]].kind {
      kinds.removeLast()
      range = range.lowerBound..<range.upperBound - 1
    }
    guard !(kinds.isEmpty && range.isEmpty) else { return }
    rivals.append(Rival(range: range, kinds: kinds, distance: distance))
  }

  /// The nearest rival to what the chain reads within `stretch`.
  func nearest(in stretch: ClosedRange<Int>) -> Rival? {
    rivals.filter {
      $0.range.lowerBound <= stretch.upperBound && $0.range.upperBound > stretch.lowerBound
        || $0.range.isEmpty && stretch.contains($0.range.lowerBound)
    }
    .min { $0.distance < $1.distance }
  }
}
