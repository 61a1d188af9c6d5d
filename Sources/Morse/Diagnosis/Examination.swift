import Frames

/// One look at the last seconds of a light that is not read well.
struct Examination {
  private let window: LightWindow
  private let levels: [Double]
  private let beat: Beat?
  private let lengths: SeenLengths?
  /// The contrast of a light that can hardly be seen.
  private let faint: Double?
  private let progress: ReadingProgress

  init(window: LightWindow, faint: Double?, progress: ReadingProgress) {
    self.window = window
    self.faint = faint
    self.progress = progress
    levels = window.levels
    beat = Beat(of: levels)
    lengths = SeenLengths(of: levels)
  }

  var diagnosis: Diagnosis? {
    clipped ?? blinking ?? tooFast ?? flickering ?? otherSource ?? choppedMarks ?? irregular ?? tooFaint
  }

  /// What can be said of a light that was never read: chance and passers-by have lengths of all kinds, but no clock.
  var diagnosisOfUnread: Diagnosis? {
    if let found = blinking ?? flickering ?? clipped { return found }
    guard let beat, beat.sharpness > 0.6, beat.fundamental > 0.06 else { return nil }
    return dotsBelowFrame ?? tooFaint
  }

  /// Whether the light stands out so far that its lengths can be seen.
  private var isClear: Bool { lengths.map { $0.contrastToNoise > 3.1 } ?? false }

  private var clipped: Diagnosis? {
    window.isClipped ? .clipped(share: window.clippedWhenDark) : nil
  }

  private var blinking: Diagnosis? {
    guard let beat, let period = lengths?.period, isClear else { return nil }
    let hertz = beat.frequency / window.interval
    guard hertz < Self.fastestBlinking, beat.fundamental < Self.sine || hertz < Self.slowestFlicker else {
      return nil
    }
    return .blinking(period: period * window.interval)
  }

  /// What the reading finds likelier than Morse.
  private var otherSource: Diagnosis? {
    guard progress.isBad else { return nil }
    switch progress.otherSource {
    case .data(let bitsPerSecond): return .data(bitsPerSecond: bitsPerSecond)
    case .flashes(let count, let period): return .flashes(count: count, period: period)
    case nil: return nil
    }
  }

  /// One line of the spectrum, and next to nothing else.
  private var flickering: Diagnosis? {
    guard let beat else { return nil }
    let hertz = beat.frequency / window.interval
    guard beat.share > 0.6, beat.sharpness > 0.9, hertz > Self.fastestBlinking || beat.fundamental > Self.sine
    else { return nil }
    return flicker(beat)
  }

  /// The same where no text whatever looks like it.
  var regularBeyondDoubt: Diagnosis? {
    guard let beat, beat.share > 0.9, beat.sharpness > 0.97 else { return nil }
    return blinking ?? flickering
  }

  /// Alternations a second: lamps that blink, up to a strobe's; and light that beats with the frames.
  private static let fastestBlinking = 4.3
  private static let slowestFlicker = 1.0
  private static let slowestChopping = 2.5
  /// The share of a sine's variance that is in its line; a square wave has 0.81.
  private static let sine = 0.93

  private var tooFast: Diagnosis? { progress.isBad ? dotsBelowFrame : nil }

  private var dotsBelowFrame: Diagnosis? {
    guard isClear || progress.contrastToNoise > 5, let lengths, lengths.markCount > 16,
      lengths.shortMark < 1.8, lengths.longMark < 6,
      lengths.share(ofPausesAbove: 8) < 0.3,
      // Levels that jump by chance have no line.
      let beat, beat.sharpness > 0.38, beat.fundamental > 0.045
    else { return nil }
    let clear = lengths.clearShare(contrastToNoise: progress.contrastToNoise)
    let dot = FastDots.length(clearShare: clear, openShare: window.openShare, beat: beat)
    return dot < 1 ? .tooFast(framesPerDot: dot) : nil
  }

  /// Whether the light still beats as it did.
  func hasLine(at hertz: Double) -> Bool {
    guard let beat, beat.fundamental > 0.15, beat.sharpness > 0.55 else { return false }
    return abs(beat.frequency / window.interval - hertz) < 0.2
  }

  /// A lamp that is keyed, but whose marks are not steady.
  private var choppedMarks: Diagnosis? {
    guard progress.isBad, progress.grounds.irregularity > progress.grounds.nonsense, isClear, let beat,
      beat.fundamental > 0.22, beat.sharpness > 0.62,
      beat.frequency > Self.slowestChopping * window.interval
    else { return nil }
    return flicker(beat)
  }

  private var irregular: Diagnosis? {
    guard progress.isBad, isClear, let lengths, lengths.markCount >= 12,
      lengths.shortMark > 1.2 + window.openShare
    else { return nil }
    let spread = lengths.spread
    return spread > 0.28 ? .irregular(spread: spread) : nil
  }

  private var tooFaint: Diagnosis? {
    guard let faint, faint < 2.1, progress.contrastToNoise < 5 else { return nil }
    return .faint(contrastToNoise: faint)
  }

  private func flicker(_ beat: Beat) -> Diagnosis? {
    let rate = 1 / window.interval
    let hertz = beat.frequency * rate
    guard hertz > Self.slowestFlicker else { return nil }
    let mains = [100.0, 120].first { mains in
      let folded = mains.truncatingRemainder(dividingBy: rate)
      let seen = min(folded, rate - folded)
      return seen > 0.3 && abs(seen - hertz) < 0.3 + 1.5 / window.duration
    }
    return .flicker(hertz: hertz, mains: mains)
  }
}

extension Diagnosis {
  /// What can be said of a light that is not being read, by its last seconds: five at least, twenty are better.
  ///
  /// - Parameter samples: One light's, in the order of their times.
  public init?(ofUnread samples: [LightSample]) {
    var window = LightWindow()
    var faint = FaintLight()
    for sample in samples { window.take(sample) }
    guard window.duration > 5 else { return nil }
    let interval = window.interval
    for sample in samples { faint.take(sample.level, interval: interval) }
    let examination = Examination(
      window: window, faint: faint.contrastToNoise(isKnown: false),
      progress: ReadingProgress(isOpen: false, grounds: MessageGate.Grounds(), certainty: 1))
    guard let diagnosis = examination.diagnosisOfUnread else { return nil }
    self = diagnosis
  }
}
