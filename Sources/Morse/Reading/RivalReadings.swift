/// The rivals of a reading: the readings that lost to it, and where they differ. They give the confidence of each segment: the
/// smaller the distance to the best rival there, the lower the confidence (the soft-output Viterbi algorithm: Hagenauer, Hoeher
/// 1989).
struct RivalReadings {
  struct Rival {
    /// The indices in the chain where the rival differs.
    var range: Range<Int>
    /// The rival's segments there.
    var segments: [KindAndEnd]
    /// How far the rival is behind, in nats.
    var distance: Double
    /// Whether its edges are the same, and only the kinds of its segments differ.
    var hasSameEdges: Bool
  }

  /// The kind of a segment in a reading, and the tick at which it ends.
  typealias KindAndEnd = (kind: SegmentKind, end: Int)

  private let segments: Segments
  /// The segments of the reading, from old to new.
  let chain: [Segments.ID]
  private let place: [Segments.ID: Int]
  private var rivals: [Rival] = []

  /// Ticks by which two edges may differ and still count as the same.
  private let tolerance: Double

  init(of chain: [Segments.ID], in segments: Segments, tolerance: Double) {
    self.tolerance = tolerance
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

  /// Adds a reading up to `segment`, continued by a segment of kind `last`, and then by the chain from `end`.
  mutating func add(from segment: Segments.ID, last: SegmentKind?, until end: Int, distance: Double) {
    var read: [KindAndEnd] = last.map { [($0, segments[chain[end - 1]].end)] } ?? []
    var id = segment
    while id != Segments.none, place[id] == nil {
      read.append((segments[id].kind, segments[id].end))
      id = segments[id].parent
    }
    guard id != Segments.none, let joint = place[id] else { return }
    read.reverse()
    var range = joint + 1..<max(joint + 1, end)
    // Segments of the same kind at either end are not part of the difference.
    while let first = read.first, !range.isEmpty, first.kind == segments[chain[range.lowerBound]].kind {
      read.removeFirst()
      range = range.lowerBound + 1..<range.upperBound
    }
    while let last = read.last, !range.isEmpty, last.kind == segments[chain[range.upperBound - 1]].kind {
      read.removeLast()
      range = range.lowerBound..<range.upperBound - 1
    }
    guard !(read.isEmpty && range.isEmpty) else { return }
    let hasSameEdges =
      read.count == range.count
      && zip(read, range).allSatisfy { Double(abs($0.end - segments[chain[$1]].end)) <= tolerance }
    rivals.append(
      Rival(range: range, segments: read, distance: distance, hasSameEdges: hasSameEdges))
  }

  /// The nearest rival of the chain within `range`.
  ///
  /// - Parameter withOtherEdges: Whether to consider only rivals with other edges.
  func nearest(in range: ClosedRange<Int>, withOtherEdges: Bool = false) -> Rival? {
    rivals.filter {
      !(withOtherEdges && $0.hasSameEdges)
    }.filter {
      $0.range.lowerBound <= range.upperBound && $0.range.upperBound > range.lowerBound
        || $0.range.isEmpty && range.contains($0.range.lowerBound)
    }
    .min { $0.distance < $1.distance }
  }

  /// The code words of `rival` that share light with the character at `range`.
  func codeWords(of rival: Rival, in range: ClosedRange<Int>) -> [CodeWord] {
    guard let first = range.first(where: { segments[chain[$0]].kind.isMark }),
      let last = range.last(where: { segments[chain[$0]].kind.isMark })
    else { return [] }
    let light = segments[chain[first - 1]].end..<segments[chain[last]].end
    var words: [CodeWord] = []
    var elements: [Element] = []
    var isShared = false
    func end() {
      if isShared, let word = CodeWord(elements) { words.append(word) }
      (elements, isShared) = ([], false)
    }
    var start = Int.min
    for (kind, stop) in segments(of: rival, around: range) {
      if kind.isMark {
        elements.append(kind == .dot ? .dot : .dash)
        isShared = isShared || start < light.upperBound && stop > light.lowerBound
      } else if kind == .separator {
        end()
      }
      start = stop
    }
    end()
    return words
  }

  /// The segments of `rival` around `range`, extended to whole characters of the chain.
  private func segments(of rival: Rival, around range: ClosedRange<Int>) -> [KindAndEnd] {
    let isSeparator = { (index: Int) in segments[chain[index]].kind == .separator }
    let lower = min(rival.range.lowerBound, range.lowerBound)
    let upper = max(rival.range.upperBound, range.upperBound + 1)
    let first = chain.indices.prefix(lower).last(where: isSeparator) ?? 0
    let end = chain.indices.suffix(from: min(upper, chain.count)).first(where: isSeparator) ?? chain.count
    func own(_ range: Range<Int>) -> [KindAndEnd] {
      chain[range].map { (segments[$0].kind, segments[$0].end) }
    }
    return own(first..<rival.range.lowerBound) + rival.segments + own(rival.range.upperBound..<end)
  }
}
