import Glibc

/// Turns the levels of one light into "on" and "off", and tracks its dark and bright levels as they drift.
///
/// Changes are detected by Page's cumulative sum test (1954): every reading adds the log-likelihood ratio of the other state to
/// a sum. A sum below zero starts again. A sum above ``evidenceThreshold`` is a change at the first reading of the sum. A
/// strong light changes within one frame; a faint one takes as many as its noise requires.
struct KeyTracker {
  /// The result of a reading.
  enum Outcome {
    case nothing
    /// The light changed between the two readings.
    case turned(on: Bool, between: Reading, and: Reading)
    /// The light has been on too long for a mark: the scene has changed, and the bright level is now dark.
    case sceneChanged
  }

  /// The threshold of the sum. e^8: one false change in about 3000 uncertain frames.
  private static let evidenceThreshold = 8.0
  /// The longest time that a walking occluder covers the light, in seconds.
  private static let passingTime = 1.2
  /// The longest time that a standing occluder stays, in seconds.
  private static let standingTime = 10.0
  /// The longest gap in a series of readings that are far too bright, in seconds.
  private static let glareGap = 3.0
  /// A level this far above dark is not the light's, in steps.
  private static let farTooBrightSteps = 3.0
  /// After this many edges the levels are known so well that far brighter readings are not the light's.
  private static let edgesToKnowLevels = 12

  private(set) var levels: Levels
  private(set) var isOn = false
  /// Noise in either state: a lamp's own flicker adds to the sensor's.
  private(set) var darkNoise: Double
  private(set) var brightNoise: Double
  private(set) var exposure = ExposureEstimate()
  private(set) var statistics = KeyingStatistics()
  /// The least step above dark that counts as on, where the user has set one.
  var manualStep: Double?
  /// Length of a dot in seconds, where the decoder has reported it.
  var unit: Double?

  private var noiseFloor: Double
  /// The step when the light was last lit. It limits how far the expected step of a silent light falls.
  private(set) var lastSeenStep: Double
  /// A change that may have happened between two readings; `nil` while Page's sum is 0.
  private var pendingChange: (before: Reading, after: Reading, sum: Double)?
  private var last: Reading?
  private var beforeLast: Reading?
  /// How many of the readings before the last lay well inside one state.
  private var steadyRun = 0
  /// How many readings in a row lay outside both levels, and the time of the first.
  private var outliers: (count: Int, since: Double)?
  /// The times of the first and the last reading of a series that was far too bright. Gaps in the series are at most
  /// ``glareGap`` seconds.
  private var glare: (since: Double, last: Double)?
  private var levelsBeforeGlare: LevelsBeforeGlare?
  /// Since when something else changes the levels, and when it last did.
  private var nuisance: (since: Double, last: Double)?
  /// The dark level before a darker one was adopted.
  private var previousDark: (dark: Double, since: Double)?
  private var faintCandidate: FaintMark?
  /// How many readings each level and noise rest on; the initial values count as four.
  private var darkWeight = 4.0
  private var brightWeight = 4.0
  private var darkNoiseWeight = 4.0
  private var brightNoiseWeight = 4.0
  /// When the light last changed, and how often it has.
  private(set) var lastEdgeTime: Double?
  /// Whether the light was silent for long before the present mark, so that it may have any brightness.
  private var followsLongSilence = false
  private var edgeCount = 0

  /// - Parameter noiseFloor: The least noise there can be: rounding.
  init(_ levels: Levels, noiseFloor: Double) {
    self.levels = levels
    self.levels.noise = max(levels.noise, noiseFloor)
    self.noiseFloor = noiseFloor
    lastSeenStep = levels.step
    darkNoise = self.levels.noise
    brightNoise = self.levels.noise
  }

  /// A tracker that starts again with the levels, exposure and unit of `other`.
  init(startingOver other: KeyTracker) {
    self.init(other.levels, noiseFloor: other.noiseFloor)
    (darkNoise, brightNoise) = (other.darkNoise, other.brightNoise)
    exposure = other.exposure
    manualStep = other.manualStep
    unit = other.unit
    statistics = KeyingStatistics(likelyUnit: other.statistics.likelyUnit)
  }

  /// Continues with another filter for the same light, whose noise is `ratio` times as large.
  mutating func rescaleNoise(by ratio: Double) {
    levels.noise *= ratio
    darkNoise *= ratio
    brightNoise *= ratio
  }

  /// Continues with another filter for the same light, whose noise in either state is known or `nil`.
  mutating func expect(darkNoise: Double?, brightNoise: Double?) {
    self.darkNoise = darkNoise.map { max(noiseFloor, $0) } ?? self.darkNoise
    self.brightNoise = brightNoise.map { max(noiseFloor, $0) } ?? self.brightNoise
    levels.noise = max(self.darkNoise, self.brightNoise)
  }

  /// The largest change between two readings in the same state that counts as noise.
  static func maximumChange(noise: Double, step: Double) -> Double { 5 * noise + 0.1 * step }

  /// Sets the step of a light that has become stronger or fainter.
  mutating func expect(step: Double) {
    levels.step = max(step, 2 * noiseFloor)
    lastSeenStep = levels.step
  }

  /// Sets the levels of the same light on another scale.
  mutating func rebase(dark: Double, bright: Double) {
    levels.dark = dark
    levels.step = bright - dark
    lastSeenStep = levels.step
  }

  /// Converts levels and noise to another scale, on which the light has these levels.
  mutating func rescale(to levels: Levels) {
    let ratio = levels.step / self.levels.step
    rebase(dark: levels.dark, bright: levels.bright)
    rescaleNoise(by: ratio)
    noiseFloor *= ratio
  }

  /// Sets the levels and the noise of a light that was lost and detected again.
  mutating func rebase(dark: Double, bright: Double, noise: Double) {
    rebase(dark: dark, bright: bright)
    levels.noise = max(noise, noiseFloor)
    (darkNoise, brightNoise) = (levels.noise, levels.noise)
    forgetNuisances()
  }

  mutating func take(_ reading: Reading) -> Outcome {
    guard let last else {
      isOn = reading.level > threshold
      lastEdgeTime = reading.start
      self.last = reading
      return isOn ? .turned(on: true, between: reading, and: reading) : .nothing
    }
    let interval = reading.start - last.start
    noteGlare(reading)
    restoreDark(to: reading)
    restoreLevelsAfterGlare(to: reading, after: last)
    learn(next: reading, interval: interval)
    noteNuisance(reading)
    var outcome = Outcome.nothing
    let pending = pendingChange ?? (last, reading, 0)
    let sum = pending.sum + litEvidence(of: reading.level) * (isOn ? -1 : 1)
    pendingChange = sum > 0 && !isTooDark(reading.level) ? (pending.before, pending.after, sum) : nil
    if let found = pendingChange, found.sum > Self.evidenceThreshold {
      outcome = turn(between: found.before, and: found.after)
    } else if let found = faintMark(reading, after: last) {
      outcome = turn(between: found.before, and: found.first)
    }
    if isOn, let lastEdgeTime, reading.start - lastEdgeTime > longestMark {
      levels.dark = (last.level + reading.level) / 2
      isOn = false
      pendingChange = nil
      self.lastEdgeTime = reading.start
      statistics.sceneChanged()
      outcome = .sceneChanged
    }
    beforeLast = last
    self.last = reading
    return outcome
  }

  private mutating func turn(between before: Reading, and after: Reading) -> Outcome {
    isOn.toggle()
    followsLongSilence = isOn && mayHaveChanged(at: after.start)
    edgeCount += 1
    pendingChange = nil
    faintCandidate = nil
    steadyRun = 0
    if levels.step > 6 * levels.noise, !before.isInferred, !after.isInferred {
      exposure.take(before: share(of: before.level), after: share(of: after.level))
    }
    statistics.turned(on: isOn, at: after.start)
    lastEdgeTime = after.start
    return .turned(on: isOn, between: before, and: after)
  }

  /// Collects readings between dark and the threshold. If they are a mark, the step is set by them.
  private mutating func faintMark(_ reading: Reading, after last: Reading) -> FaintMark? {
    guard !isOn, isFaint(reading) else {
      faintCandidate = nil
      return nil
    }
    var candidate = faintCandidate ?? FaintMark(before: last, first: reading, above: levels.dark)
    if faintCandidate != nil { candidate.append(reading) }
    faintCandidate = candidate
    if let top = candidate.level(tolerance: max(4 * levels.noise, 0.04 * levels.step)) {
      guard candidate.isRise else {
        levels.dark = top
        faintCandidate = nil
        return nil
      }
      expect(step: top - levels.dark)
      return candidate
    }
    if candidate.isDrift {
      levels.dark = reading.level
      faintCandidate = nil
    }
    return nil
  }

  private func isFaint(_ reading: Reading) -> Bool {
    share(of: reading.level) > 0.3 && reading.level - levels.dark > max(6 * levels.noise, manualStep ?? 0)
  }

  /// No mark is longer than both 2 s and eight units.
  var longestMark: Double { max(2, 8 * estimatedUnit) }

  /// Forgets the relations between the last readings, because frames are missing.
  mutating func interrupt() {
    steadyRun = 0
    pendingChange = nil
    faintCandidate = nil
  }

  /// Forgets the state after everything has been reported: the next reading decides whether the light is on.
  mutating func conclude() {
    interrupt()
    (isOn, last, beforeLast) = (false, nil, nil)
  }

  mutating func startStatistics() {
    statistics = KeyingStatistics(likelyUnit: statistics.likelyUnit)
  }

  /// Learns from the last reading, whose neighbours on both sides are now known.
  private mutating func learn(next: Reading, interval: Double) {
    guard let last, let beforeLast else { return }
    if last.isInferred || beforeLast.isInferred || next.isInferred {
      steadyRun = 0
      return statistics.take(share: share(of: last.level), interval: interval)
    }
    func isSteady(_ reading: Reading) -> Bool {
      if showsOccluder(reading) { return false }
      let evidence = litEvidence(of: reading.level)
      return isOn ? evidence > 0 : evidence < 0 && !isFaint(reading)
    }
    statistics.take(share: share(of: last.level), interval: interval)
    guard isSteady(beforeLast), isSteady(last), isSteady(next), pendingChange == nil else {
      steadyRun = 0
      lowerExpectedStep(interval)
      return adoptOutlier(last)
    }
    steadyRun += 1
    let deviation = last.level - (isOn ? levels.bright : levels.dark)
    statistics.sawSteady(last.level, deviation: deviation / levels.step)
    if steadyRun > 1 {
      let change = min(
        abs(last.level - beforeLast.level), Self.maximumChange(noise: levels.noise, step: levels.step))
      // At first the average of all changes, later that of the last two seconds.
      func blend(_ noise: inout Double, _ weight: inout Double) {
        weight = weight * exp(-interval / 2) + 1
        noise = max(noiseFloor, (noise * noise + (change * change / 2 - noise * noise) / weight).squareRoot())
      }
      if isOn { blend(&brightNoise, &brightNoiseWeight) } else { blend(&darkNoise, &darkNoiseWeight) }
      levels.noise = max(darkNoise, brightNoise)
    }
    if isOn {
      // The higher the contrast, the fewer frames determine the level, and the faster it may be tracked.
      let memory = min(0.7, max(0.15, 7 * levels.noise / levels.step))
      brightWeight = brightWeight * exp(-interval / memory) + 1
      expect(step: levels.step + deviation / brightWeight)
    } else {
      darkWeight = darkWeight * exp(-interval / 1) + 1
      levels.dark += deviation / darkWeight
      lowerExpectedStep(interval)
    }
    adoptOutlier(last)
  }

  /// A light that was silent for long may come back fainter. The expected step falls to a quarter, but not below six times the
  /// noise, and the first reading of the light sets it anew.
  private mutating func lowerExpectedStep(_ interval: Double) {
    guard !isOn, let last, mayHaveChanged(at: last.start) else { return }
    let floor = min(lastSeenStep, max(lastSeenStep / 4, 6 * levels.noise))
    levels.step = max(floor, levels.step * exp(-interval / 8))
    brightWeight = 0
  }

  /// Whether the light has been off for so long that it may come back with another brightness.
  private func mayHaveChanged(at time: Double) -> Bool { isSilent(at: time, for: 6, units: 20) }

  /// Whether a reading shows an occluder and not the light, even if the levels have adapted to it.
  func showsOccluder(_ reading: Reading) -> Bool {
    if isTooDark(reading.level) { return true }
    guard isGlare(reading.level), edgeCount >= Self.edgesToKnowLevels || isFarTooBright(reading.level) else {
      return false
    }
    return glare.map { reading.start - $0.since < Self.passingTime } ?? true
  }

  /// Whether something brighter than the light has lately lit its tiles.
  var hasNuisance: Bool {
    guard let nuisance else { return false }
    return nuisance.last - nuisance.since < Self.standingTime
  }

  /// Forgets all nuisances: they were the light's own levels, or are over.
  mutating func forgetNuisances() {
    (levelsBeforeGlare, previousDark, outliers, glare, nuisance) = (nil, nil, nil, nil, nil)
  }

  private mutating func noteNuisance(_ reading: Reading) {
    if levelsBeforeGlare != nil || glare?.last == reading.start {
      nuisance = (nuisance?.since ?? reading.start, reading.start)
    } else if let last = nuisance?.last, reading.start - last > Self.passingTime {
      nuisance = nil
    }
  }

  private func isGlare(_ level: Double) -> Bool {
    if isTooBright(level) { return true }
    guard let levelsBeforeGlare else { return false }
    return level - levels.dark - 6 * levels.noise > 1.5 * levelsBeforeGlare.levels.step
  }

  /// Whether a level is so bright that it is not the light's, even while its levels are uncertain.
  private func isFarTooBright(_ level: Double) -> Bool {
    let known = levelsBeforeGlare?.levels ?? levels
    return level - known.dark > Self.farTooBrightSteps * known.step
  }

  private mutating func noteGlare(_ reading: Reading) {
    if isGlare(reading.level) {
      glare = (glare?.since ?? reading.start, reading.start)
    } else if let glare, reading.start - glare.last > Self.glareGap {
      self.glare = nil
    }
  }

  /// Adopts a level outside both levels. It must last longer than an occluder that passes, or three readings while the levels
  /// are still uncertain.
  private mutating func adoptOutlier(_ reading: Reading) {
    let isOutside = isOn ? isTooBright(reading.level) : isTooDark(reading.level)
    guard isOutside else {
      outliers = nil
      return
    }
    let (count, since) = outliers ?? (0, reading.start)
    outliers = (count + 1, since)
    if followsLongSilence, count >= 2, let beforeLast, isAsBright(reading, as: beforeLast) {
      rebase(dark: levels.dark, bright: reading.level)
      return forgetNuisances()
    }
    let mayBeItsOwn = isOn && edgeCount < Self.edgesToKnowLevels
    guard count >= 2, mayBeItsOwn || reading.start - since > Self.passingTime else { return }
    outliers = nil
    if isOn {
      levelsBeforeGlare = levelsBeforeGlare ?? LevelsBeforeGlare(levels, since: reading.start)
      rebase(dark: levels.dark, bright: reading.level)
    } else {
      previousDark = (levels.dark, reading.start)
      levels.dark = reading.level
    }
  }

  /// Whether two readings of a mark show its flat top. Light that passes becomes brighter and fainter.
  private func isAsBright(_ reading: Reading, as other: Reading) -> Bool {
    abs(reading.level - other.level)
      < Self.maximumChange(noise: levels.noise, step: reading.level - levels.dark)
  }

  /// Restores the dark level after an occluder has left the background.
  private mutating func restoreDark(to reading: Reading) {
    guard let previousDark else { return }
    if reading.start - previousDark.since > Self.standingTime { self.previousDark = nil }
    let share = (reading.level - previousDark.dark) / levels.step
    guard isOutsideLevels(reading.level), share > -0.3, share < 1.3 else { return }
    levels.dark = previousDark.dark
    self.previousDark = nil
  }

  /// Restores the levels after a brighter light beside this one has gone.
  private mutating func restoreLevelsAfterGlare(to reading: Reading, after last: Reading) {
    guard var levelsBeforeGlare else { return }
    if levelsBeforeGlare.noteReturn((last, reading)) {
      levels.dark = levelsBeforeGlare.levels.dark
      levels.step = levelsBeforeGlare.levels.step
      lastSeenStep = levels.step
      self.levelsBeforeGlare = nil
    } else {
      self.levelsBeforeGlare =
        reading.start - levelsBeforeGlare.since > Self.standingTime ? nil : levelsBeforeGlare
    }
  }
}
