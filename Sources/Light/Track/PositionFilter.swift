import Frames
import Glibc

/// Where a light is and how fast it moves: a Kalman filter of a mass that chance pushes and friction slows, as a hand moves what it
/// holds; the hand itself may be carried along.
///
/// Each axis has the same variances, so one set serves both. Going back in time is the same process with the velocity turned round.
struct PositionFilter {
  /// What a frame showed of the light.
  struct Detection {
    /// The centroid of its light, in pixels.
    var place: SIMD2<Double>
    /// In seconds.
    var time: Double
    /// What it added to the picture, in units of luma times pixels.
    var flux: Double
  }

  /// Seconds after which a velocity is forgotten: 1 / (2 · 0.5 · 2π · 0.35 Hz), of a hand that sways at 0.35 Hz and is damped by
  /// half.
  private static let memory = 0.455
  /// Root mean square of the velocity along an axis, in pixels a second, of which at first nothing is known: that of a hand which
  /// sways by 20 pixels. A light that was seen to move less is expected to start no faster than the second figure.
  private static let fastest = 44.0
  private static let slowest = 16.0
  /// Seconds of which the velocity's mean square is known.
  private static let learningTime = 4.0
  /// Variance of a place that is known to lie in a tile, in square pixels: an even distribution of its side.
  private static let placeVariance = Double(LumaGrid.tileSide * LumaGrid.tileSide) / 12
  /// Seconds from one detection to the next: those that are nearer share their errors.
  private static let interval = 0.1
  /// Seconds for which detections are kept, those of most searches, and so many at least.
  private static let pathTime = 6.0
  private static let fewest = 4
  /// Seconds of them that tell how far the light has moved and how steady it is.
  private static let span = 2.5
  /// Seconds of them that tell whether it is carried along, and how far it may be so unseen, in pixels.
  private static let leastPathTime = 1.0
  private static let farthest = 32.0
  /// The standard deviation of the detections' flux, as a share of its mean, that a light of one strength stays below.
  static let steadiness = 0.2

  private(set) var place: SIMD2<Double>
  private(set) var velocity = SIMD2<Double>.zero
  private(set) var time: Double
  /// The mean velocity over the detections, in pixels a second.
  private var drift = SIMD2<Double>.zero
  private var variance = Self.placeVariance
  private var covariance = 0.0
  private var velocityVariance = Self.fastest * Self.fastest
  /// The mean square of the velocity along an axis.
  private var square = Self.fastest * Self.fastest
  /// The last ones, in their order in time.
  private(set) var detections: [Detection]

  init(from detection: Detection) {
    (place, time) = (detection.place, detection.time)
    detections = [detection]
  }

  /// Where it is expected to be at `time`, and one standard deviation of what it may have come besides since it was last seen, in
  /// pixels along an axis.
  func prediction(at time: Double) -> (place: SIMD2<Double>, deviation: Double) {
    var copy = self
    copy.predict(to: time)
    return (copy.place, max(0, copy.variance - variance).squareRoot())
  }

  private mutating func predict(to time: Double) {
    let elapsed = abs(time - self.time)
    let direction = time < self.time ? -1.0 : 1
    self.time = time
    guard elapsed > 0 else { return }
    // The solution of dv = -v / memory dt + noise (Ornstein and Uhlenbeck, 1930), and of dx = v dt.
    let keep = exp(-elapsed / Self.memory)
    let way = Self.memory * (1 - keep)
    let carried = elapsed * direction * drift
    place +=
      way * (velocity - direction * drift) + carried * min(1, Self.farthest / max(carried.length, 1e-9))
    velocity = direction * drift + keep * (velocity - direction * drift)
    let drive = 2 * square / Self.memory
    variance += 2 * way * covariance + way * way * velocityVariance
    covariance = keep * (covariance + way * velocityVariance)
    velocityVariance *= keep * keep
    variance +=
      drive * Self.memory * Self.memory
      * (elapsed - 2 * way + Self.memory * (1 - keep * keep) / 2)
    covariance += drive * way * way / 2
    velocityVariance += drive * Self.memory * (1 - keep * keep) / 2
  }

  func isDetectionDue(at time: Double) -> Bool {
    detections.last.map { abs(time - $0.time) >= Self.interval } ?? true
  }

  /// Takes what a frame shows, be it later than the last one or, on the way back, earlier.
  mutating func take(_ detection: Detection) {
    guard isDetectionDue(at: detection.time) else { return }
    let elapsed = abs(detection.time - time)
    predict(to: detection.time)
    let total = variance + Self.placeVariance
    let (gain, velocityGain) = (variance / total, covariance / total)
    let way = detection.place - place
    place += gain * way
    velocity += velocityGain * way
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - gain
    variance *= 1 - gain
    let seen = (velocity * velocity).sum() / 2 + velocityVariance
    square += (1 - exp(-elapsed / Self.learningTime)) * (seen - square)
    square = max(square, Self.slowest * Self.slowest)
    detections.append(detection)
    while detections.count > Self.fewest, abs(detection.time - detections[0].time) > Self.pathTime {
      detections.removeFirst()
    }
    learnDrift()
  }

  /// The slope of the straight line that fits the detections best (least squares).
  private mutating func learnDrift() {
    let count = Double(detections.count)
    guard abs(detections[detections.count - 1].time - detections[0].time) > Self.leastPathTime else { return }
    let time = detections.reduce(0) { $0 + $1.time } / count
    let place = detections.reduce(SIMD2<Double>.zero) { $0 + $1.place } / count
    var (both, square) = (SIMD2<Double>.zero, 0.0)
    for detection in detections {
      both += (detection.place - place) * (detection.time - time)
      square += (detection.time - time) * (detection.time - time)
    }
    drift = both / square
  }

  /// Goes on in the other direction of time.
  mutating func turnBack() { velocity = -velocity }

  /// Takes over where the light was before, from a filter that has gone back.
  mutating func begin(with back: PositionFilter) {
    guard let earlier = back.detections.last, let last = detections.last,
      earlier.time < detections[0].time, last.time - earlier.time < Self.pathTime
    else { return }
    detections.insert(earlier, at: 0)
    learnDrift()
  }

  /// The detections of the last seconds.
  private var recent: ArraySlice<Detection> {
    let last = detections[detections.count - 1].time
    return detections.suffix(max(Self.fewest, detections.count { abs(last - $0.time) <= Self.span }))
  }

  /// From the first of the last detections to the last, in pixels.
  var way: Double {
    guard let first = recent.first, let last = recent.last else { return 0 }
    return (last.place - first.place).length
  }

  /// Whether the light has been equally strong all along.
  var isSteady: Bool {
    let fluxes = recent.map(\.flux)
    let mean = fluxes.reduce(0, +) / Double(fluxes.count)
    return fluxes.count >= Self.fewest && fluxes.variance.squareRoot() < Self.steadiness * mean
  }
}
