/// Tells how sure each stretch of a reading is, from the readings that lost to it: the smaller the distance to the best
/// one that says something else there, the less sure (the soft-output Viterbi algorithm: Hagenauer, Hoeher 1989).
struct Verdicts {
  struct Rival {
    /// The rival differs between these stretches of the chain.
    var range: Range<Int>
    /// What it reads there.
    var stretches: [Stretch]
    var distance: Double
    /// Whether it sees the lamp switched at the same times, and differs only in what that means.
    var seesSameLight: Bool
  }

  /// A stretch of light or dark as a reading takes it, with the tick where it ends.
  typealias Stretch = (kind: SegmentKind, end: Int)

  private let segments: Segments
  /// From old to new.
  let chain: [Segments.ID]
  private var place: [Segments.ID: Int]
  private(set) var rivals: [Rival] = []

  /// Ticks by which two edges may differ and be the same.
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

  /// A reading that came to `segment`, continued by a stretch of kind `last`, and from there on as the chain from `end`.
  mutating func add(from segment: Segments.ID, last: SegmentKind?, until end: Int, distance: Double) {
    var stretches: [Stretch] = last.map { [($0, segments[chain[end - 1]].end)] } ?? []
    var id = segment
    while id != Segments.none, place[id] == nil {
      stretches.append((segments[id].kind, segments[id].end))
      id = segments[id].parent
    }
    guard id != Segments.none, let joint = place[id] else { return }
    stretches.reverse()
    var range = joint + 1..<max(joint + 1, end)
    // What both read alike at either end is no difference.
    while let first = stretches.first, !range.isEmpty, first.kind == segments[chain[range.lowerBound]].kind {
      stretches.removeFirst()
      range = range.lowerBound + 1..<range.upperBound
    }
    while let last = stretches.last, !range.isEmpty, last.kind == segments[chain[range.upperBound - 1]].kind {
      stretches.removeLast()
      range = range.lowerBound..<range.upperBound - 1
    }
    guard !(stretches.isEmpty && range.isEmpty) else { return }
    let seesSameLight =
      stretches.count == range.count
      && zip(stretches, range).allSatisfy { Double(abs($0.end - segments[chain[$1]].end)) <= tolerance }
    rivals.append(
      Rival(range: range, stretches: stretches, distance: distance, seesSameLight: seesSameLight))
  }

  /// The nearest rival to what the chain reads within `stretch`.
  ///
  /// - Parameter ofOtherLight: Only those that see the lamp switched at other times.
  func nearest(in stretch: ClosedRange<Int>, ofOtherLight: Bool = false) -> Rival? {
    rivals.filter {
      !(ofOtherLight && $0.seesSameLight)
    }.filter {
      $0.range.lowerBound <= stretch.upperBound && $0.range.upperBound > stretch.lowerBound
        || $0.range.isEmpty && stretch.contains($0.range.lowerBound)
    }
    .min { $0.distance < $1.distance }
  }

  /// What `rival` reads in the light of the character at `stretch`: its code words that share light with it.
  func codeWords(of rival: Rival, in stretch: ClosedRange<Int>) -> [CodeWord] {
    guard let first = stretch.first(where: { segments[chain[$0]].kind.isMark }),
      let last = stretch.last(where: { segments[chain[$0]].kind.isMark })
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
    for (kind, stop) in stretches(of: rival, around: stretch) {
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

  /// The reading of `rival` as far as it concerns `stretch`, in whole characters of the chain.
  private func stretches(of rival: Rival, around stretch: ClosedRange<Int>) -> [Stretch] {
    let isSeparator = { (index: Int) in segments[chain[index]].kind == .separator }
    let lower = min(rival.range.lowerBound, stretch.lowerBound)
    let upper = max(rival.range.upperBound, stretch.upperBound + 1)
    let first = chain.indices.prefix(lower).last(where: isSeparator) ?? 0
    let end = chain.indices.suffix(from: min(upper, chain.count)).first(where: isSeparator) ?? chain.count
    func own(_ range: Range<Int>) -> [Stretch] {
      chain[range].map { (segments[$0].kind, segments[$0].end) }
    }
    return own(first..<rival.range.lowerBound) + rival.stretches + own(rival.range.upperBound..<end)
  }
}
