/// What the readings that are still possible say together.
extension PathSearch {
  /// The best reading if the light ends now.
  var best: Path? {
    let byDark = dark.indices.max { dark[$0].progress < dark[$1].progress }
    let byLit = lit.indices.max { lit[$0].progress < lit[$1].progress }
    guard let byDark else { return byLit.map { lit[$0] } }
    guard let byLit else { return dark[byDark] }
    return dark[byDark].progress >= lit[byLit].progress ? dark[byDark] : lit[byLit]
  }

  var isEmpty: Bool { dark.isEmpty && lit.isEmpty }

  /// Where evidence is still needed from.
  var earliest: Int {
    min(dark.lazy.map(\.weighed).min() ?? .max, lit.lazy.map(\.weighed).min() ?? .max)
  }

  /// All readings that have not come to the end of the chain are its rivals.
  func addRivals(to verdicts: inout Verdicts) {
    guard let best, let end = verdicts.chain.last else { return }
    for path in [dark, lit].joined() where !segments.descends(path.segment, from: end) {
      verdicts.add(
        from: path.segment, last: nil, until: verdicts.chain.count, distance: best.progress - path.progress)
    }
  }

  /// The newest segment that all readings share.
  var common: Segments.ID {
    guard let best else { return Segments.none }
    return segments.common(to: [dark, lit].joined().map(\.segment), with: best.segment)
  }
}
