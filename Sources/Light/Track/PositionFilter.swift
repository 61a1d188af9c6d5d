import Frames
import Glibc

/// Position and velocity of a light: a Kalman filter for a mass that random forces push and friction slows, like a lamp in a
/// hand. A constant drift is added, because the hand may be carried along.
///
/// Both axes have the same variances, which are stored once. Backward in time the process is the same, with the velocity
/// reversed.
struct PositionFilter {
  /// The light as measured in one frame.
  struct Detection {
    /// The centroid of its light, in pixels.
    var place: SIMD2<Double>
    /// In seconds.
    var time: Double
    /// The light that it added to the picture, in luma times pixels.
    var flux: Double
  }

  /// Time constant of the velocity in seconds: 1 / (2 · 0.5 · 2π · 0.35 Hz), for a sway with a damping ratio of 0.5.
  private static let velocityTimeConstant = 0.455
  /// The least root mean square of the velocity, in pixels a second, so that a light at rest may start to move.
  private static let minimumVelocity = 16.0
  /// Time constant of the velocity's mean square, in seconds.
  private static let velocityLearningTime = 4.0
  /// Variance of a position that is known to a tile, in square pixels: a uniform distribution over the tile's side.
  private static let placeVariance = Double(LumaGrid.tileSide * LumaGrid.tileSide) / 12
  /// Least time between two detections, in seconds: the errors of closer ones are correlated.
  private static let detectionInterval = 0.1
  /// The time for which detections are kept, in seconds (that of most searches), and how many are kept at least.
  private static let pathTime = 6.0
  private static let minimumDetections = 4
  /// The latest detections, in seconds, that show how far the light has moved and how steady its flux is.
  private static let recentTime = 2.5
  /// The least time of detections that shows a drift, in seconds, and the farthest predicted drift, in pixels.
  private static let minimumPathTime = 1.0
  private static let farthestDrift = 32.0
  /// The largest standard deviation of the flux of a light with constant strength, as a share of the mean.
  static let maximumFluxDeviation = 0.2

  private(set) var place: SIMD2<Double>
  private(set) var velocity = SIMD2<Double>.zero
  private(set) var time: Double
  /// The mean velocity over the detections, in pixels a second.
  private var drift = SIMD2<Double>.zero
  private var variance = Self.placeVariance
  private var covariance = 0.0
  /// The hand may have any velocity before the first detection.
  private var velocityVariance = HandSway.velocity * HandSway.velocity
  /// The mean square of the velocity along an axis.
  private var meanSquareVelocity = HandSway.velocity * HandSway.velocity
  /// The last detections, in the order of time.
  private(set) var detections: [Detection]

  init(from detection: Detection) {
    (place, time) = (detection.place, detection.time)
    detections = [detection]
  }

  /// Moves all places, in pixels.
  mutating func move(by displacement: SIMD2<Double>) {
    place += displacement
    for index in detections.indices { detections[index].place += displacement }
  }

  /// The expected position at `time`, and the standard deviation that has been added since the last detection, in pixels along
  /// an axis.
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
    // The solution of dv = -v / τ dt + noise (Ornstein and Uhlenbeck, 1930) and of dx = v dt. Here v is the velocity relative
    // to the drift, and τ is its time constant. In the elapsed time, v moves the position by v times `decayTime`.
    let keep = exp(-elapsed / Self.velocityTimeConstant)
    let decayTime = Self.velocityTimeConstant * (1 - keep)
    let carried = elapsed * direction * drift
    place +=
      decayTime * (velocity - direction * drift)
      + carried * min(1, Self.farthestDrift / max(carried.length, 1e-9))
    velocity = direction * drift + keep * (velocity - direction * drift)
    let drive = 2 * meanSquareVelocity / Self.velocityTimeConstant
    variance += 2 * decayTime * covariance + decayTime * decayTime * velocityVariance
    covariance = keep * (covariance + decayTime * velocityVariance)
    velocityVariance *= keep * keep
    variance +=
      drive * Self.velocityTimeConstant * Self.velocityTimeConstant
      * (elapsed - 2 * decayTime + Self.velocityTimeConstant * (1 - keep * keep) / 2)
    covariance += drive * decayTime * decayTime / 2
    velocityVariance += drive * Self.velocityTimeConstant * (1 - keep * keep) / 2
  }

  /// Whether a hand may have carried the light from its last detected place to this one, which is exact to a tile.
  func isReachable(_ place: SIMD2<Double>, at time: Double) -> Bool {
    guard let last = detections.last else { return true }
    return (place - last.place).length
      < Double(LumaGrid.tileSide) + HandSway.farthestMotion(in: abs(time - last.time))
  }

  func isDetectionDue(at time: Double) -> Bool {
    detections.last.map { abs(time - $0.time) >= Self.detectionInterval } ?? true
  }

  /// Takes a detection, which is later than the last one, or earlier when tracking backward.
  mutating func take(_ detection: Detection) {
    guard isDetectionDue(at: detection.time) else { return }
    let elapsed = abs(detection.time - time)
    predict(to: detection.time)
    let total = variance + Self.placeVariance
    let (gain, velocityGain) = (variance / total, covariance / total)
    let innovation = detection.place - place
    place += gain * innovation
    velocity += velocityGain * innovation
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - gain
    variance *= 1 - gain
    let square = (velocity * velocity).sum() / 2 + velocityVariance
    meanSquareVelocity += (1 - exp(-elapsed / Self.velocityLearningTime)) * (square - meanSquareVelocity)
    meanSquareVelocity = max(meanSquareVelocity, Self.minimumVelocity * Self.minimumVelocity)
    detections.append(detection)
    while detections.count > Self.minimumDetections, abs(detection.time - detections[0].time) > Self.pathTime
    {
      detections.removeFirst()
    }
    learnDrift()
  }

  /// The slope of the straight line that fits the detections best (least squares).
  private mutating func learnDrift() {
    let count = Double(detections.count)
    guard abs(detections[detections.count - 1].time - detections[0].time) > Self.minimumPathTime else {
      return
    }
    let time = detections.reduce(0) { $0 + $1.time } / count
    let place = detections.reduce(SIMD2<Double>.zero) { $0 + $1.place } / count
    var (productSum, square) = (SIMD2<Double>.zero, 0.0)
    for detection in detections {
      productSum += (detection.place - place) * (detection.time - time)
      square += (detection.time - time) * (detection.time - time)
    }
    drift = productSum / square
  }

  /// Reverses the direction of time.
  mutating func reverseTime() { velocity = -velocity }

  /// Adds an earlier detection from a filter that tracked backward.
  mutating func prepend(_ backward: PositionFilter) {
    guard let earlier = backward.detections.last, let last = detections.last,
      earlier.time < detections[0].time, last.time - earlier.time < Self.pathTime
    else { return }
    detections.insert(earlier, at: 0)
    learnDrift()
  }

  /// The detections of the last seconds.
  private var recent: ArraySlice<Detection> {
    let last = detections[detections.count - 1].time
    return detections.suffix(
      max(Self.minimumDetections, detections.count { abs(last - $0.time) <= Self.recentTime }))
  }

  /// Distance from the first of the recent detections to the last, in pixels.
  var travelledDistance: Double {
    guard let first = recent.first, let last = recent.last else { return 0 }
    return (last.place - first.place).length
  }

  /// The diagonal of the box around the recent detections, in pixels.
  var extent: Double {
    let places = recent.map(\.place)
    guard let first = places.first else { return 0 }
    let (least, most) = places.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    return (most - least).length
  }

  /// Whether the flux of the recent detections is constant.
  var isSteady: Bool {
    let fluxes = recent.map(\.flux)
    let mean = fluxes.reduce(0, +) / Double(fluxes.count)
    return fluxes.count >= Self.minimumDetections
      && fluxes.variance.squareRoot() < Self.maximumFluxDeviation * mean
  }
}
