/// Where a light was lately: its last sights, and the straight line that fits them best (least squares).
struct Track {
  struct Sight {
    /// The centroid of its light, in pixels.
    var place: SIMD2<Double>
    /// In seconds.
    var time: Double
    /// What it added to the picture, in units of luma times pixels.
    var flux: Double
  }

  /// Seconds of sights that make the line, one of them every so often at most, and so many at least.
  private static let memory = 2.5
  private static let interval = 0.1
  private static let fewestSights = 4
  private static let leastSpan = 0.4
  /// The standard deviation of the sights' flux, as a share of its mean, that a light of one strength stays below.
  static let steadiness = 0.2

  private var sights: [Sight]

  init(from sight: Sight) { sights = [sight] }

  /// Whether a sight at `time` tells something new of a light that goes its way.
  func isSightDue(at time: Double) -> Bool {
    sights.last.map { abs(time - $0.time) >= Self.interval } ?? true
  }

  /// Adds a sight, be it later than the last one or, on the way back, earlier.
  mutating func add(_ sight: Sight) {
    guard isSightDue(at: sight.time) else { return }
    sights.append(sight)
    // After a pause they still tell which way it went.
    while sights.count > Self.fewestSights, abs(sight.time - sights[0].time) > Self.memory {
      sights.removeFirst()
    }
  }

  /// Takes over where the light was before, from a track that leads back.
  mutating func begin(with back: Track) {
    guard let earlier = back.sights.last, let first = sights.first, let last = sights.last,
      earlier.time < first.time, last.time - earlier.time < Self.memory
    else { return }
    sights.insert(earlier, at: 0)
  }

  /// Pixels a second; zero where there are too few sights to tell.
  var velocity: SIMD2<Double> {
    guard sights.count >= Self.fewestSights, let first = sights.first, let last = sights.last,
      abs(last.time - first.time) > Self.leastSpan
    else { return .zero }
    let count = Double(sights.count)
    let time = sights.reduce(0) { $0 + $1.time } / count
    let place = sights.reduce(SIMD2<Double>.zero) { $0 + $1.place } / count
    var (both, square) = (SIMD2<Double>.zero, 0.0)
    for sight in sights {
      both += (sight.place - place) * (sight.time - time)
      square += (sight.time - time) * (sight.time - time)
    }
    return both / square
  }

  /// From the first sight to the last, in pixels.
  var length: Double {
    guard let first = sights.first, let last = sights.last else { return 0 }
    return (last.place - first.place).length
  }

  /// Whether the light has been equally strong all along.
  var isSteady: Bool {
    let mean = sights.reduce(0) { $0 + $1.flux } / Double(sights.count)
    return sights.count >= Self.fewestSights
      && sights.map(\.flux).variance.squareRoot() < Self.steadiness * mean
  }
}
