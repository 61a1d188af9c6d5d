/// Properties of all readings that are still possible.
extension PathSearch {
  /// The most probable reading if the light ends now.
  var best: Path? {
    let byDark = dark.indices.max { dark[$0].progress < dark[$1].progress }
    let byLit = lit.indices.max { lit[$0].progress < lit[$1].progress }
    guard let byDark else { return byLit.map { lit[$0] } }
    guard let byLit else { return dark[byDark] }
    return dark[byDark].progress >= lit[byLit].progress ? dark[byDark] : lit[byLit]
  }

  /// The score of the most probable reading.
  var bestProgress: Double { max(Self.best(dark).progress, Self.best(lit).progress) }

  var isEmpty: Bool { dark.isEmpty && lit.isEmpty }

  /// The first tick whose evidence is still needed.
  var firstNeededTick: Int {
    min(dark.lazy.map(\.weighed).min() ?? .max, lit.lazy.map(\.weighed).min() ?? .max)
  }

  /// For each segment of `chain`, the best reading: how many nats all readings with another text up to this segment are behind.
  func leads(of chain: [Segments.ID]) -> [Double] {
    let places = places(in: chain)
    // The likeliest reading whose text differs from this segment on.
    var rivals = [Double](repeating: -.infinity, count: chain.count + 1)
    for path in [dark, lit].joined() {
      guard let shared = lastShared(by: path, with: chain, places) else { continue }
      rivals[shared + 1] = max(rivals[shared + 1], path.progress)
    }
    let best = best?.progress ?? 0
    var rival = -Double.infinity
    return chain.indices.map {
      rival = max(rival, rivals[$0])
      return best - rival
    }
  }

  /// Adds all readings of another text up to the end of the chain as its rivals.
  func addRivals(to rivalReadings: inout RivalReadings) {
    let chain = rivalReadings.chain
    guard let best, let end = chain.indices.last else { return }
    let places = places(in: chain)
    for path in [dark, lit].joined() where lastShared(by: path, with: chain, places) != end {
      rivalReadings.add(
        from: path.segment, last: nil, until: chain.count, distance: best.progress - path.progress)
    }
  }

  /// The newest segment that all readings share.
  var commonSegment: Segments.ID {
    guard let best else { return Segments.none }
    return segments.common(to: [dark, lit].joined().map(\.segment), with: best.segment)
  }

  /// The index of each text in `chain`.
  private func places(in chain: [Segments.ID]) -> [UInt64: Int] {
    Dictionary(chain.indices.map { (segments[chain[$0]].text, $0) }) { $1 }
  }

  /// The index of the last segment of `chain` up to which `path` has the same text. Its ends in the two readings differ by less
  /// than a frame, so reading can go on with either. Readings of one text with different timings stay alive for long.
  private func lastShared(
    by path: Path, with chain: [Segments.ID], _ places: [UInt64: Int]
  ) -> Int? {
    var id = path.segment
    while id != Segments.none {
      let segment = segments[id]
      if let place = places[segment.text],
        Double(abs(segments[chain[place]].end - segment.end)) < ticksPerFrame
      {
        return place
      }
      id = segment.parent
    }
    return nil
  }
}
