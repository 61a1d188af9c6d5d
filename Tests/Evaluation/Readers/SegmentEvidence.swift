import Filming

/// The log likelihood ratio of a film's levels: a lamp that is switched at certain ticks against a lamp that stays dark.
///
/// With Gaussian noise, the ratio of a frame that is lit for the part f of its exposure is
/// `step f (level - dark) / variance - c f^2` with `c = step^2 / (2 variance)`. It is a sum over the edges: for edges at the
/// parts p of an exposure, `f - f^2` is the sum of `p (1 - p)` over the edges, minus `2 p (1 - q)` for each pair of
/// neighbouring edges p < q. So the ratio is the sum of a running sum of the linear term, a term for each edge, and a term for
/// two edges in the same exposure. This is exact for up to two edges in an exposure. With more edges, pairs that are not
/// neighbours are left out.
struct SegmentEvidence {
  /// The number of ticks of the film.
  let count: Int
  private let tick: Double
  /// The evidence of light from the start to each tick, without the terms of the edges.
  private var light: [Double]
  /// The term of an edge at each tick.
  private var edge: [Double]
  /// At each tick: the elapsed part of the exposure, the number of its frame (-1 between exposures), and its c.
  private var elapsedShare: [Double]
  private var frame: [Int32]
  private var weight: [Double]

  /// - Parameter tick: Seconds.
  init(_ film: Film, tick: Double) {
    self.tick = tick
    count = Int(film.duration / tick) + 2
    light = [Double](repeating: 0, count: count + 1)
    edge = [Double](repeating: 0, count: count)
    elapsedShare = edge
    weight = edge
    frame = [Int32](repeating: -1, count: count)
    for (number, shot) in film.frames.enumerated() where !shot.isCopy {
      // An edge is up to half a tick from its true time.
      let rounding = shot.step * min(0.25 * tick / shot.exposure, 0.2)
      let variance =
        film.noise * film.noise + film.quantum * film.quantum / 12 + rounding * rounding
        + 1e-4 * shot.step * shot.step
      let c = shot.step * shot.step / (2 * variance)
      let slope = shot.step * (shot.level - shot.dark) / variance - c
      let end = shot.start + shot.exposure
      var from = shot.start
      var index = max(Int((from / tick).rounded(.down)), 0)
      while from < end, index < count {
        let to = min(Double(index + 1) * tick, end)
        light[index + 1] += slope * (to - from) / shot.exposure
        if Double(index) * tick >= shot.start {
          let elapsed = (Double(index) * tick - shot.start) / shot.exposure
          edge[index] = c * elapsed * (1 - elapsed)
          elapsedShare[index] = elapsed
          weight[index] = c
          frame[index] = Int32(number)
        }
        from = to
        index += 1
      }
    }
    for index in 1...count { light[index] += light[index - 1] }
  }

  /// The term of the first edge.
  func first(at tick: Int) -> Double { edge[tick] }

  /// A mark or gap and the edge at its end.
  func segment(lit: Bool, from start: Int, to end: Int) -> Double {
    var evidence = edge[end] + (lit ? light[end] - light[start] : 0)
    if frame[start] == frame[end], frame[start] >= 0 {
      evidence -= 2 * weight[start] * elapsedShare[start] * (1 - elapsedShare[end])
    }
    return evidence
  }
}
