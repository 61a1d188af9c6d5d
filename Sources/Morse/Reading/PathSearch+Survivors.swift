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

  /// How many nats the best reading, whose segments are `chain`, is likelier than all readings that lack a segment, for each one.
  func leads(of chain: [Segments.ID]) -> [Double] {
    let places = Dictionary(uniqueKeysWithValues: zip(chain, chain.indices))
    // The likeliest reading that lacks this segment and has those before.
    var rivals = [Double](repeating: -.infinity, count: chain.count + 1)
    for path in [dark, lit].joined() {
      var id = path.segment
      while id != Segments.none, places[id] == nil { id = segments[id].parent }
      guard let place = places[id] else { continue }
      let first = place + 1
      rivals[first] = max(rivals[first], path.progress)
    }
    let best = best?.progress ?? 0
    var rival = -Double.infinity
    return chain.indices.map {
      rival = max(rival, rivals[$0])
      return best - rival
    }
  }

  /// Adds all readings that do not contain the end of the chain as its rivals.
  func addRivals(to rivalReadings: inout RivalReadings) {
    guard let best, let end = rivalReadings.chain.last else { return }
    for path in [dark, lit].joined() where !segments.descends(path.segment, from: end) {
      rivalReadings.add(
        from: path.segment, last: nil, until: rivalReadings.chain.count,
        distance: best.progress - path.progress)
    }
  }

  /// The newest segment that all readings share.
  var commonSegment: Segments.ID {
    guard let best else { return Segments.none }
    return segments.common(to: [dark, lit].joined().map(\.segment), with: best.segment)
  }
}
