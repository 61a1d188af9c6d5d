import Frames

/// Watches a light, and says why it cannot be read.
///
/// A diagnosis must hold for a while before it is made, and before it is taken back; while text is read well there is
/// none.
struct Diagnostician: Sendable {
  private var window = LightWindow()
  private var faint = FaintLight()
  private var slow = SlowLight()
  private var interval = 0.0
  private var nextLook: Double?
  private var nextDoubt = -Double.infinity
  /// Marks and pauses that were read, and since when there are no more of them.
  private var stretches = (count: 0, since: 0.0)
  /// When text was last read well.
  private var lastGood: Double?
  private var settled = SettledDiagnosis()

  /// Seconds from look to look; for how long a diagnosis must hold where that differs from the usual; and for how long text
  /// must have been read before one is taken back.
  private static let pace = 1.0
  private static let patience = (fast: 3.9, afterText: 5.9, good: 5.9)
  /// Seconds after which text that was read well no longer speaks for the light: a sender may change speed.
  private static let memory = 15.0
  /// Seconds of light that can be judged, and from look to look while text is read.
  private static let least = 5.0
  private static let slowPace = 6.0
  private static let forgetting = 8.0

  mutating func see(_ sample: LightSample) {
    window.take(sample)
    slow.take(sample)
    faint.take(sample.level, interval: interval)
  }

  mutating func isDue(at time: Double) -> Bool {
    guard let nextLook, nextLook - time < 2 * Self.pace else {
      nextLook = time + Self.pace
      return false
    }
    guard time >= nextLook else { return false }
    self.nextLook = time + Self.pace
    interval = window.interval
    return true
  }

  /// Looks again; returns whether the diagnosis changed.
  mutating func look(_ progress: ReadingProgress, at time: Double) -> Bool {
    if progress.grounds.count != stretches.count { stretches = (progress.grounds.count, time) }
    var progress = progress
    // What was bad once says nothing of the dark that follows.
    if time - stretches.since > Self.forgetting { progress.grounds = MessageGate.Grounds() }
    guard let found = examine(progress, at: time) else {
      settled.hold()
      return false
    }
    return settled.take(found, at: time, patience: patience(for: found, progress, at: time))
  }

  /// The light has ended; returns whether the diagnosis changed: what was never read is not waited for.
  mutating func conclude(_ progress: ReadingProgress, at time: Double) -> Bool {
    guard diagnosis == nil, lastGood == nil, let found = examine(progress, at: time), found != nil else {
      return false
    }
    return settled.take(found, at: time, patience: 0)
  }

  /// As announced.
  var diagnosis: Diagnosis? { settled.diagnosis }

  private func patience(for found: Diagnosis?, _ progress: ReadingProgress, at time: Double) -> Double? {
    guard let found else { return progress.isGood ? Self.patience.good : nil }
    if let lastGood, time - lastGood < Self.memory { return Self.patience.afterText }
    return found.kind == .tooFast ? Self.patience.fast : nil
  }

  /// - Returns: What is wrong now; `.some(nil)` where nothing is, `nil` where that cannot be told.
  private mutating func examine(_ progress: ReadingProgress, at time: Double) -> Diagnosis?? {
    guard window.duration > Self.least else { return .some(nil) }
    if progress.isGood {
      // A flickering light may look like text for a while: now and then that is looked into.
      lastGood = time
      guard time >= nextDoubt || diagnosis != nil else { return .some(nil) }
    }
    if !progress.isGood, let seconds = slow.secondsPerChange { return .slow(seconds: seconds) }
    guard self.faint.mayBeLight || window.isClipped else { return .some(nil) }
    let faint = faint.contrastToNoise(isKnown: diagnosis?.kind == .faint)
    let examination = Examination(window: window, faint: faint, progress: progress)
    if progress.isGood || progress.isOpen && !progress.isBad {
      if let regular = examination.regularBeyondDoubt { return regular }
      // Dots that no frame shows can be taken for many a text, but none is sure.
      if diagnosis?.kind == .tooFast, progress.certainty < 0.95 { return nil }
      // Chopped marks may look like text for a while.
      if case .flicker(let hertz, _) = diagnosis, examination.hasLine(at: hertz) { return nil }
      nextDoubt = time + Self.slowPace
      return progress.isGood ? .some(nil) : nil
    }
    return .some(examination.diagnosis)
  }
}
