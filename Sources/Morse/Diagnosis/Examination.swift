import Frames

/// An examination of the last seconds of a light that is not read well.
struct Examination {
  private let window: LightWindow
  private let levels: [Double]
  private let line: SpectralLine?
  private let lengths: ThresholdLengths?
  /// The contrast-to-noise ratio of a light below the noise; `nil` if ``FaintLight`` detects none.
  private let faint: Double?
  private let progress: ReadingProgress

  init(window: LightWindow, faint: Double?, progress: ReadingProgress) {
    self.window = window
    self.faint = faint
    self.progress = progress
    levels = window.levels
    line = SpectralLine(of: levels)
    lengths = ThresholdLengths(of: levels)
  }

  var diagnosis: Diagnosis? {
    clipped ?? blinking ?? tooFast ?? flickering ?? otherSource ?? flickeringMarks ?? irregular ?? tooFaint
  }

  /// The diagnosis of a light that was never read. Noise and passers-by have durations of all kinds, but no period.
  var diagnosisOfUnread: Diagnosis? {
    if let found = blinking ?? flickering ?? clipped { return found }
    guard let line, line.sharpness > 0.6, line.fundamentalShare > 0.06 else { return nil }
    return dotsBelowFrame ?? tooFaint
  }

  /// Whether the contrast is high enough to measure lengths.
  private var isClear: Bool { lengths.map { $0.contrastToNoise > 3.1 } ?? false }

  private var clipped: Diagnosis? {
    window.isClipped ? .clipped(share: window.clippedWhenDark) : nil
  }

  private var blinking: Diagnosis? {
    guard let line, let period = lengths?.period, isClear else { return nil }
    let hertz = line.frequency / window.interval
    guard hertz < Self.fastestBlinking,
      line.fundamentalShare < Self.minimumSineShare || hertz < Self.slowestFlicker
    else { return nil }
    return .blinking(period: period * window.interval)
  }

  /// The source that the reading finds likelier than Morse.
  private var otherSource: Diagnosis? {
    guard progress.isBad else { return nil }
    switch progress.otherSource {
    case .data(let bitsPerSecond): return .data(bitsPerSecond: bitsPerSecond)
    case .flashes(let count, let period): return .flashes(count: count, period: period)
    case nil: return nil
    }
  }

  /// Flicker: the spectrum has one line and hardly anything else.
  private var flickering: Diagnosis? {
    guard let line else { return nil }
    let hertz = line.frequency / window.interval
    guard line.shareWithHarmonics > 0.6, line.sharpness > 0.9,
      hertz > Self.fastestBlinking || line.fundamentalShare > Self.minimumSineShare
    else { return nil }
    return flicker(line)
  }

  /// Blinking or flicker that is too regular for text.
  var regularDiagnosis: Diagnosis? {
    guard let line, line.shareWithHarmonics > 0.9, line.sharpness > 0.97 else { return nil }
    return blinking ?? flickering
  }

  /// The highest frequency of blinking, in Hz: above it, an even light may be dots.
  private static let fastestBlinking = 4.3
  /// The lowest frequency of flicker, in Hz: of mains light that beats with the frame rate.
  private static let slowestFlicker = 1.0
  /// The lowest frequency of flicker within marks, in Hz.
  private static let slowestMarkFlicker = 2.5
  /// A light with more than this share of its variance in the line is a sine: flicker. A square wave has 8/π² = 0.81.
  private static let minimumSineShare = 0.93

  private var tooFast: Diagnosis? { progress.isBad ? dotsBelowFrame : nil }

  private var dotsBelowFrame: Diagnosis? {
    guard isClear || progress.contrastToNoise > 5, let lengths, lengths.markCount > 16,
      lengths.shortMark < 1.8, lengths.longMark < 6,
      lengths.share(ofPausesAbove: 8) < 0.3,
      // Random levels have no line.
      let line, line.sharpness > 0.38, line.fundamentalShare > 0.045
    else { return nil }
    let clearShare = lengths.clearShare(contrastToNoise: progress.contrastToNoise)
    let dot = FastDots.length(clearShare: clearShare, openShare: window.openShare, line: line)
    return dot < 1 ? .tooFast(framesPerDot: dot) : nil
  }

  /// Whether the light still flickers with this frequency.
  func hasLine(at hertz: Double) -> Bool {
    guard let line, line.fundamentalShare > 0.15, line.sharpness > 0.55 else { return false }
    return abs(line.frequency / window.interval - hertz) < 0.2
  }

  /// A keyed lamp that flickers within its marks.
  private var flickeringMarks: Diagnosis? {
    guard progress.isBad, progress.recentEvidence.irregularity > progress.recentEvidence.unknownCodeEvidence,
      isClear,
      let line,
      line.fundamentalShare > 0.22, line.sharpness > 0.62,
      line.frequency > Self.slowestMarkFlicker * window.interval
    else { return nil }
    return flicker(line)
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

  private func flicker(_ line: SpectralLine) -> Diagnosis? {
    let rate = 1 / window.interval
    let hertz = line.frequency * rate
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
  /// The diagnosis of a light that is not being read, from its last seconds: more than 5. A light below the noise needs 23.
  ///
  /// - Parameter samples: The samples of one light, in the order of their times.
  public init?(ofUnread samples: [LightSample]) {
    var window = LightWindow()
    var faint = FaintLight()
    for sample in samples { window.take(sample) }
    guard window.duration > 5 else { return nil }
    let interval = window.interval
    for sample in samples { faint.take(sample.level, interval: interval) }
    let examination = Examination(
      window: window, faint: faint.contrastToNoise(isKnown: false),
      progress: ReadingProgress(isOpen: false, recentEvidence: MessageGate.RecentEvidence(), meanMargin: 1))
    guard let diagnosis = examination.diagnosisOfUnread else { return nil }
    self = diagnosis
  }
}
