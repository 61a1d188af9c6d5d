import Frames

/// Observes a light, and diagnoses why it cannot be read.
///
/// A diagnosis must hold for some seconds before it is reported, and must be absent for some seconds before it is withdrawn.
/// While text is read well there is none.
struct Diagnostician: Sendable {
  private var window = LightWindow()
  private var faint = FaintLight()
  private var slow = SlowLight()
  private var interval = 0.0
  private var nextDue: Double?
  private var nextExamination = -Double.infinity
  /// The number of marks and pauses that were read, and the time of the last one.
  private var segments = (count: 0, since: 0.0)
  /// The time at which text was last read well.
  private var lastGoodReadingTime: Double?
  private var settled = SettledDiagnosis()

  /// Seconds from one examination to the next.
  private static let examinationInterval = 1.0
  /// Hold times of a diagnosis, in seconds, where they differ from the usual ones. `good` is the time for which text must be
  /// read well before a diagnosis is withdrawn.
  private static let holdTimes = (fast: 3.9, afterText: 5.9, good: 5.9)
  /// Seconds after which text that was read well no longer counts: a sender may change speed.
  private static let textMemory = 15.0
  /// The least duration of light for an examination, in seconds.
  private static let minimumDuration = 5.0
  /// Seconds from one examination to the next while text is read.
  private static let intervalWhileReading = 6.0
  /// Seconds without new marks and pauses after which the evidence of the last ones is ignored.
  private static let evidenceTimeout = 8.0

  mutating func take(_ sample: LightSample) {
    window.take(sample)
    slow.take(sample)
    faint.take(sample.level, interval: interval)
  }

  mutating func isDue(at time: Double) -> Bool {
    guard let nextDue, nextDue - time < 2 * Self.examinationInterval else {
      nextDue = time + Self.examinationInterval
      return false
    }
    guard time >= nextDue else { return false }
    self.nextDue = time + Self.examinationInterval
    interval = window.interval
    return true
  }

  /// Examines the light again, and returns whether the diagnosis changed.
  mutating func examine(_ progress: ReadingProgress, at time: Double) -> Bool {
    if progress.recentEvidence.count != segments.count { segments = (progress.recentEvidence.count, time) }
    var progress = progress
    // Old evidence does not apply to a long darkness after it.
    if time - segments.since > Self.evidenceTimeout { progress.recentEvidence = MessageGate.RecentEvidence() }
    guard let found = examine(progress, at: time) else {
      settled.confirm()
      return false
    }
    return settled.take(found, at: time, holding: holdTime(for: found, progress, at: time))
  }

  /// Ends the examination, and returns whether the diagnosis changed. A light that was never read gets its diagnosis at once.
  mutating func conclude(_ progress: ReadingProgress, at time: Double) -> Bool {
    guard diagnosis == nil, lastGoodReadingTime == nil, let found = examine(progress, at: time), found != nil
    else {
      return false
    }
    return settled.take(found, at: time, holding: 0)
  }

  /// The reported diagnosis.
  var diagnosis: Diagnosis? { settled.diagnosis }

  private func holdTime(for found: Diagnosis?, _ progress: ReadingProgress, at time: Double) -> Double? {
    guard let found else { return progress.isGood ? Self.holdTimes.good : nil }
    if let lastGoodReadingTime, time - lastGoodReadingTime < Self.textMemory {
      return Self.holdTimes.afterText
    }
    return found.kind == .tooFast ? Self.holdTimes.fast : nil
  }

  /// - Returns: The diagnosis now; `.some(nil)` if nothing is wrong, `nil` if that cannot be decided.
  private mutating func examine(_ progress: ReadingProgress, at time: Double) -> Diagnosis?? {
    guard window.duration > Self.minimumDuration else { return .some(nil) }
    if progress.isGood {
      // A flickering light may look like text for a while, so it is examined from time to time.
      lastGoodReadingTime = time
      guard time >= nextExamination || diagnosis != nil else { return .some(nil) }
    }
    if !progress.isGood, let seconds = slow.secondsPerChange { return .slow(seconds: seconds) }
    guard self.faint.mayBeLight || window.isClipped else { return .some(nil) }
    let faint = faint.contrastToNoise(isKnown: diagnosis?.kind == .faint)
    let examination = Examination(window: window, faint: faint, progress: progress)
    // Flickering marks may look like text or data for a while.
    if case .flicker(let hertz, _) = diagnosis, examination.hasLine(at: hertz) { return nil }
    if progress.isGood || progress.isOpen && !progress.isBad {
      if let regular = examination.regularDiagnosis { return regular }
      // Dots shorter than a frame can be read as many different texts, but none of them is certain.
      if diagnosis?.kind == .tooFast, progress.meanMargin < 0.95 { return nil }
      nextExamination = time + Self.intervalWhileReading
      return progress.isGood ? .some(nil) : nil
    }
    return .some(examination.diagnosis)
  }
}
