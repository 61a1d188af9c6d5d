import Glibc

/// Turns the levels of one light into "on" and "off", following its dark and bright levels as they drift.
///
/// A change is a change when the evidence for it has summed up (Page's cumulative sum test, 1954): every reading adds the
/// logarithm of how much better the other state explains it, a sum below zero starts over, and a sum above
/// ``evidence`` is a change that began with the first reading of the sum. A strong light changes within one frame; a
/// faint one takes as many as its noise demands, without a single noisy frame ever counting as a mark.
struct KeyTracker {
  /// What a reading brought.
  enum Outcome {
    case nothing
    /// The light changed between the two readings.
    case turned(on: Bool, between: Reading, and: Reading)
    /// The light has been on for so long that it is no mark: the scene has changed, and what was bright is now dark.
    case sceneChanged
  }

  /// e^8: one false change in some 3000 frames' worth of doubt.
  private static let evidence = 8.0
  /// Noise is never taken as less than this share of the step, so that one reading near the middle decides nothing.
  private static let leastDoubt = 0.08

  /// Seconds in which somebody has walked by.
  private static let passingTime = 1.2
  /// And has gone who stood for a while.
  private static let standingTime = 10.0
  private static let glareGap = 3.0
  /// In steps above dark.
  private static let farTooBright = 3.0
  /// Changes of the light after which its levels are known so well that what exceeds them by far is not its own.
  private static let settled = 12

  private(set) var levels: Levels
  private(set) var isOn = false
  /// Noise in either state: a lamp's own flicker adds to the sensor's.
  private(set) var darkNoise: Double
  private(set) var brightNoise: Double
  private(set) var exposure = ExposureEstimate()
  private(set) var statistics = KeyingStatistics()
  /// The step above dark that counts as on, where the user has set one.
  var manualStep: Double?
  /// Length of a dot in seconds, where the decoder has told it.
  var unit: Double?

  private let noiseFloor: Double
  /// The step when last seen, below which a silent light's expected step sinks only so far.
  private(set) var provenStep: Double
  private var sum = 0.0
  private var suspects: (before: Reading, after: Reading)?
  private var last: Reading?
  private var beforeLast: Reading?
  /// How many of the readings before the last lay well inside one state.
  private var calmRun = 0
  /// How many readings in a row lay outside both levels, and since when.
  private var outliers: (count: Int, since: Double)?
  /// When the first and the last of those readings came that were far too bright, of those no farther apart than
  /// ``glareGap``.
  private var glare: (since: Double, last: Double)?
  private var outshone: Outshone?
  /// Since when the levels have been disturbed so, and when they last were.
  private var disturbance: (since: Double, last: Double)?
  /// The dark level before a darker one was adopted.
  private var hidden: (dark: Double, since: Double)?
  private var faint: FaintMark?
  /// How many readings the levels rest on; the first levels count as four.
  private var darkWeight = 4.0
  private var brightWeight = 4.0
  private var darkNoiseWeight = 4.0
  private var brightNoiseWeight = 4.0
  /// When the light last changed, and how often it has.
  private(set) var lastTurn: Double?
  private var turns = 0

  /// - Parameter noiseFloor: The least noise there can be: rounding.
  init(_ levels: Levels, noiseFloor: Double) {
    self.levels = levels
    self.levels.noise = max(levels.noise, noiseFloor)
    self.noiseFloor = noiseFloor
    provenStep = levels.step
    darkNoise = self.levels.noise
    brightNoise = self.levels.noise
  }

  /// A tracker that begins anew with what `other` has learned.
  init(startingOver other: KeyTracker) {
    self.init(other.levels, noiseFloor: other.noiseFloor)
    exposure = other.exposure
    manualStep = other.manualStep
    unit = other.unit
    statistics = KeyingStatistics(likelyUnit: other.statistics.likelyUnit)
  }

  /// The same light measured by other means, whose noise is `ratio` times as large.
  mutating func rescaleNoise(by ratio: Double) {
    levels.noise *= ratio
    darkNoise *= ratio
    brightNoise *= ratio
  }

  /// The same light measured by other means, whose noise in either state is known or `nil`.
  mutating func expect(darkNoise: Double?, brightNoise: Double?) {
    self.darkNoise = darkNoise.map { max(noiseFloor, $0) } ?? self.darkNoise
    self.brightNoise = brightNoise.map { max(noiseFloor, $0) } ?? self.brightNoise
    levels.noise = max(self.darkNoise, self.brightNoise)
  }

  /// How large a change from one reading to the next in the same state may count as noise.
  static func mostChange(noise: Double, step: Double) -> Double { 5 * noise + 0.1 * step }

  /// The same light, which has become stronger or fainter.
  mutating func expect(step: Double) {
    levels.step = max(step, 2 * noiseFloor)
    provenStep = levels.step
  }

  /// The same light on another scale, on which its levels are these.
  mutating func rebase(dark: Double, bright: Double) {
    levels.dark = dark
    levels.step = bright - dark
    provenStep = levels.step
  }

  /// The same light, lost and seen again: its levels are these.
  mutating func rebase(dark: Double, bright: Double, noise: Double) {
    rebase(dark: dark, bright: bright)
    levels.noise = max(noise, noiseFloor)
    (darkNoise, brightNoise) = (levels.noise, levels.noise)
    settle()
  }

  mutating func take(_ reading: Reading) -> Outcome {
    guard let last else {
      isOn = reading.level > threshold
      lastTurn = reading.start
      self.last = reading
      return isOn ? .turned(on: true, between: reading, and: reading) : .nothing
    }
    let interval = reading.start - last.start
    noteGlare(reading)
    comeBack(to: reading)
    comeBackFromGlare(to: reading, after: last)
    learn(next: reading, interval: interval)
    noteDisturbance(reading)
    var outcome = Outcome.nothing
    let doubt = max(min(levels.noise, levels.step / 3), levels.step * Self.leastDoubt)
    let gain = levels.step * (reading.level - threshold) / (doubt * doubt) * (isOn ? -1 : 1)
    if isTooDark(reading.level) {
      sum = min(sum, 0)
      suspects = nil
    } else if sum + gain > 0 {
      if sum <= 0 || suspects == nil { suspects = (last, reading) }
      sum += gain
    } else {
      sum = 0
      suspects = nil
    }
    if sum > Self.evidence, let found = suspects {
      outcome = turn(between: found.before, and: found.after)
    } else if let found = faintMark(reading, after: last) {
      outcome = turn(between: found.before, and: found.first)
    }
    if isOn, let lastTurn, reading.start - lastTurn > longestMark {
      levels.dark = (last.level + reading.level) / 2
      isOn = false
      sum = 0
      suspects = nil
      self.lastTurn = reading.start
      statistics.sceneChanged()
      outcome = .sceneChanged
    }
    beforeLast = last
    self.last = reading
    return outcome
  }

  private mutating func turn(between before: Reading, and after: Reading) -> Outcome {
    isOn.toggle()
    turns += 1
    sum = 0
    suspects = nil
    faint = nil
    calmRun = 0
    if levels.step > 6 * levels.noise, !before.isInferred, !after.isInferred {
      exposure.take(before: share(of: before.level), after: share(of: after.level))
    }
    statistics.turned(on: isOn, at: after.start)
    lastTurn = after.start
    return .turned(on: isOn, between: before, and: after)
  }

  /// Follows what rises above dark without reaching the threshold; a mark among it sets the step anew.
  private mutating func faintMark(_ reading: Reading, after last: Reading) -> FaintMark? {
    guard !isOn, manualStep == nil, isFaint(reading) else {
      faint = nil
      return nil
    }
    var candidate = faint ?? FaintMark(before: last, first: reading, above: levels.dark)
    if faint != nil { candidate.append(reading) }
    faint = candidate
    if let top = candidate.level(tolerance: max(4 * levels.noise, 0.04 * levels.step)) {
      guard candidate.isRise else {
        levels.dark = top
        faint = nil
        return nil
      }
      expect(step: top - levels.dark)
      return candidate
    }
    if candidate.isDrift {
      levels.dark = reading.level
      faint = nil
    }
    return nil
  }

  private func isFaint(_ reading: Reading) -> Bool {
    share(of: reading.level) > 0.3 && reading.level - levels.dark > 6 * levels.noise
  }

  /// Both 2 s and eight units: no mark is that long.
  private var longestMark: Double { max(2, 8 * (unit ?? statistics.likelyUnit ?? 0)) }

  /// Forgets what the readings so far said of one another: time has passed unseen.
  mutating func interrupt() {
    calmRun = 0
    sum = 0
    suspects = nil
    faint = nil
  }

  /// What the light did so far has been told to its end: the next reading tells whether it is on.
  mutating func conclude() {
    interrupt()
    (isOn, last, beforeLast) = (false, nil, nil)
  }

  mutating func startStatistics() {
    statistics = KeyingStatistics(likelyUnit: statistics.likelyUnit)
  }

  /// Learns from the last reading, now that its neighbours on both sides are known.
  private mutating func learn(next: Reading, interval: Double) {
    guard let last, let beforeLast else { return }
    if last.isInferred || beforeLast.isInferred || next.isInferred {
      calmRun = 0
      return statistics.saw(share: share(of: last.level), interval: interval)
    }
    func isCalm(_ reading: Reading) -> Bool {
      if isPassing(reading) { return false }
      return isOn
        ? reading.level > threshold : reading.level < threshold && (manualStep != nil || !isFaint(reading))
    }
    statistics.saw(share: share(of: last.level), interval: interval)
    guard isCalm(beforeLast), isCalm(last), isCalm(next), sum <= 0 || suspects == nil else {
      calmRun = 0
      fade(interval)
      return adoptOutlier(last)
    }
    calmRun += 1
    let deviation = last.level - (isOn ? levels.bright : levels.dark)
    statistics.calm(last.level, deviation: deviation / levels.step)
    if calmRun > 1 {
      let change = min(
        abs(last.level - beforeLast.level), Self.mostChange(noise: levels.noise, step: levels.step))
      // An average at first, then the last two seconds.
      func blend(_ noise: inout Double, _ weight: inout Double) {
        weight = weight * exp(-interval / 2) + 1
        noise = max(noiseFloor, (noise * noise + (change * change / 2 - noise * noise) / weight).squareRoot())
      }
      if isOn { blend(&brightNoise, &brightNoiseWeight) } else { blend(&darkNoise, &darkNoiseWeight) }
      levels.noise = max(darkNoise, brightNoise)
    }
    if isOn {
      // The clearer the light, the fewer frames its level takes to be known, and the faster it may be followed.
      let memory = min(0.7, max(0.15, 7 * levels.noise / levels.step))
      brightWeight = brightWeight * exp(-interval / memory) + 1
      levels.step = max(levels.step + deviation / brightWeight, 2 * noiseFloor)
      provenStep = levels.step
    } else {
      darkWeight = darkWeight * exp(-interval / 1) + 1
      levels.dark += deviation / darkWeight
      fade(interval)
    }
    adoptOutlier(last)
  }

  /// A light that was silent for long may come back fainter: expect ever less of it, down to a quarter or to six times
  /// the noise.
  private mutating func fade(_ interval: Double) {
    guard !isOn, let lastTurn, let last, last.start - lastTurn > max(6, 20 * (unit ?? 0)) else { return }
    let floor = min(provenStep, max(provenStep / 4, 6 * levels.noise))
    levels.step = max(floor, levels.step * exp(-interval / 8))
  }

  /// Whether a reading shows somebody who walks by and not the light, even where the levels have followed.
  func isPassing(_ reading: Reading) -> Bool {
    if isTooDark(reading.level) { return true }
    guard isGlare(reading.level), turns >= Self.settled || isFarTooBright(reading.level) else { return false }
    return glare.map { reading.start - $0.since < Self.passingTime } ?? true
  }

  /// Whether something that is not the light has lately shone where it is measured, or still does.
  var isDisturbed: Bool {
    guard let disturbance else { return false }
    return disturbance.last - disturbance.since < Self.standingTime
  }

  /// What was taken for something else than the light is the light's own, or is over.
  mutating func settle() { (outshone, hidden, outliers, glare, disturbance) = (nil, nil, nil, nil, nil) }

  private mutating func noteDisturbance(_ reading: Reading) {
    if outshone != nil || glare?.last == reading.start {
      disturbance = (disturbance?.since ?? reading.start, reading.start)
    } else if let last = disturbance?.last, reading.start - last > Self.passingTime {
      disturbance = nil
    }
  }

  private func isGlare(_ level: Double) -> Bool {
    if isTooBright(level) { return true }
    guard let outshone else { return false }
    return level - levels.dark - 6 * levels.noise > 1.5 * outshone.levels.step
  }

  /// Whether a level is so bright that it is not the light's, however little is known of it.
  private func isFarTooBright(_ level: Double) -> Bool {
    let known = outshone?.levels ?? levels
    return level - known.dark > Self.farTooBright * known.step
  }

  private mutating func noteGlare(_ reading: Reading) {
    if isGlare(reading.level) {
      glare = (glare?.since ?? reading.start, reading.start)
    } else if let glare, reading.start - glare.last > Self.glareGap {
      self.glare = nil
    }
  }

  /// Beyond both levels for as long as somebody takes to walk by, or brighter for three readings while little is known of the
  /// light: the levels are elsewhere now.
  private mutating func adoptOutlier(_ reading: Reading) {
    let isOutside = isOn ? isTooBright(reading.level) : isTooDark(reading.level)
    guard isOutside else {
      outliers = nil
      return
    }
    let (count, since) = outliers ?? (0, reading.start)
    outliers = (count + 1, since)
    let mayBeItsOwn = isOn && turns < Self.settled
    guard count >= 2, mayBeItsOwn || reading.start - since > Self.passingTime else { return }
    outliers = nil
    if isOn {
      outshone = outshone ?? Outshone(levels, since: reading.start)
      levels.step = reading.level - levels.dark
      provenStep = levels.step
    } else {
      hidden = (levels.dark, reading.start)
      levels.dark = reading.level
    }
  }

  /// What stood before the background has gone: the levels are what they were.
  private mutating func comeBack(to reading: Reading) {
    guard let hidden else { return }
    if reading.start - hidden.since > Self.standingTime { self.hidden = nil }
    let share = (reading.level - hidden.dark) / levels.step
    guard isStrange(reading.level), share > -0.3, share < 1.3 else { return }
    levels.dark = hidden.dark
    self.hidden = nil
  }

  /// What shone beside the light has gone.
  private mutating func comeBackFromGlare(to reading: Reading, after last: Reading) {
    guard var outshone else { return }
    if outshone.hasReturned((last, reading)) {
      levels.dark = outshone.levels.dark
      levels.step = outshone.levels.step
      provenStep = levels.step
      self.outshone = nil
    } else {
      self.outshone = reading.start - outshone.since > Self.standingTime ? nil : outshone
    }
  }
}
