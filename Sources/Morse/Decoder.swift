import Foundation
import Frames

/// Reads Morse code from the brightness of one light, without knowing speed, spacing or levels.
///
/// It takes the samples of one torch in the order of their times, and reports events in the order of the light.
public struct Decoder: Sendable {
  /// How long characters wait before they are final: the light that follows may change them.
  public enum Pace: Sendable {
    /// A character is final three characters later, or some fifteen later while another reading is nearly as likely.
    case live
    /// Characters wait until nothing that follows can change them.
    case recording
  }

  /// The options of a decoder; every one has a default.
  public struct Configuration: Sendable {
    /// The alphabet that gives code words their signs.
    public var alphabet: Alphabet
    /// How long characters wait before they are final.
    public var pace: Pace
    /// Speed inside the characters (PARIS). Only readings within a tenth of it are considered. The speed is learned if this is
    /// `nil` or not a positive number.
    public var wordsPerMinute: Double?
    /// Whether the language model (English and radio amateurs' English) contributes to the probability of a reading. If not,
    /// the light alone decides.
    public var usesLanguage: Bool

    /// Reads in `alphabet`, at `pace`.
    public init(
      alphabet: Alphabet = .international, pace: Pace = .live, wordsPerMinute: Double? = nil,
      usesLanguage: Bool = true
    ) {
      self.usesLanguage = usesLanguage
      self.alphabet = alphabet
      self.pace = pace
      self.wordsPerMinute = wordsPerMinute
    }
  }

  private var configuration: Configuration
  private let codes: CodeTree
  private let letters: CodeLetters
  private var exposure = ExposureLoop()
  private var lag = Lag()
  private var unread = UnreadSamples()
  private var intake = SampleIntake()
  private var search: PathSearch
  private var certain: CertainReading
  private var diagnostician = Diagnostician()
  /// Start of the last sample, in seconds.
  private var lastSampleStart = 0.0
  /// The last tick that was weighed.
  private var tick = 0
  /// The tick at which text was last searched for.
  private var lastSearch = 0
  /// The tick up to which light was weighed when the search was last started again. The light before it is not weighed a third
  /// time.
  private var lastRestart = 0
  private var jump = LevelJump()
  /// The tick at which the noise was last estimated.
  private var lastNoiseReview = 0
  private var draft = Draft()

  /// A decoder without any samples yet.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    codes = CodeTree(configuration.alphabet)
    letters = CodeLetters(configuration.alphabet, usesLanguage: configuration.usesLanguage)
    search = PathSearch(codes, letters, wordsPerMinute: configuration.wordsPerMinute)
    certain = CertainReading(configuration.alphabet, letters, pace: configuration.pace)
  }

  /// The text that was read but may still change, in the order of the light. It follows the last reported character, and is
  /// updated about four times a second.
  public var provisional: [DraftPart] { draft.parts }

  /// The step from dark to lit divided by the noise of a frame, once a light was detected.
  public private(set) var contrastToNoise: Double?

  /// Length of a dot in seconds, once known.
  public var unit: Double? { certain.unit }

  /// Whether the light probably carries text: the message gate would open if the best reading so far were certain. No character
  /// is reported before the gate is open.
  public private(set) var isPromising = false

  /// Why the light cannot be read; `nil` while it can be read, or while there is no diagnosis.
  public var diagnosis: Diagnosis? { diagnostician.diagnosis }

  /// Speed by PARIS inside the characters, once known.
  public var wordsPerMinute: Double? { unit.map { 1.2 / $0 } }

  /// Speed by PARIS of the text with its gaps, once known. With wide spacing (Farnsworth) it is lower than ``wordsPerMinute``.
  public var overallWordsPerMinute: Double? {
    // PARIS has 31 units of marks and gaps between elements, four gaps between characters and one after the word.
    unit.map { 60 / ($0 * (31 + 4 * certain.writer.gaps.character + certain.writer.gaps.word)) }
  }

  /// Considers only speeds within a tenth of this one from now on; with `nil` the speed is learned again. Light that is not
  /// reported yet is read again, unless the message gate is open and a reading has this speed.
  public mutating func holdSpeed(wordsPerMinute: Double?) {
    guard wordsPerMinute != configuration.wordsPerMinute else { return }
    configuration.wordsPerMinute = wordsPerMinute
    search.hold(wordsPerMinute: wordsPerMinute)
    let canContinue = wordsPerMinute != nil && !search.isEmpty && certain.writer.isGateOpen
    guard let ticks = intake.ticks, tick > 0, !canContinue else { return }
    begin(at: max(ticks.first, certain.end))
  }

  /// Takes the brightness of the torch in one frame.
  ///
  /// A sample is ignored if it is not later than the last one, if ``LightSample/isInformative`` is `false`, or if its start,
  /// exposure, level or quantum is not finite. If a sample comes more than five seconds later than the last one, or more than
  /// one second earlier, the light before it is read to its end.
  ///
  /// - Parameter report: Gets the events that this sample decides.
  /// - Complexity: O(1) on average. It keeps the light that is not decided, and at most five minutes of other light.
  public mutating func receive(_ sample: LightSample, report: (DecoderEvent) -> Void) {
    guard sample.isInformative, sample.start.isFinite, sample.exposure.isFinite, sample.level.isFinite,
      sample.quantum.isFinite
    else { return }
    if intake.isCutOff(sample) { conclude(report) }
    unread.append(sample)
    if exposure.learn(sample) {
      exposure.undo(&unread)
      lag = Lag()
      readAgain(learnsLag: true)
    } else {
      unread[unread.endIndex - 1].level = exposure.undo(sample)
    }
    let exposed = unread[unread.endIndex - 1].exposed
    if lag.learn(exposed) { readAgain(learnsLag: false) }
    if intake.append(lag.undo(exposed)), let ticks = intake.ticks {
      // The next exposure after each tick must be known.
      weigh(until: ticks.last - 2 * Int(intake.ticksPerFrame), report)
    }
    diagnostician.take(sample)
    lastSampleStart = sample.start
    if diagnostician.isDue(at: lastSampleStart), diagnostician.examine(progress, at: lastSampleStart) {
      report(.diagnosis(diagnosis, at: lastSampleStart))
    }
  }

  /// Reads the samples after the last reported character once more, except the last sample.
  private mutating func readAgain(learnsLag: Bool) {
    certain.writer.dropUnreported()
    restart()
    for sample in unread.samples(since: certain.writer.reportedUntil).dropLast() {
      if learnsLag { _ = lag.learn(sample.exposed) }
      _ = intake.append(lag.undo(sample.exposed))
    }
  }

  private var progress: ReadingProgress {
    var progress = certain.writer.progress
    progress.contrastToNoise = contrastToNoise ?? 0
    if let unit, intake.interval > 0 { progress.framesPerDot = unit / intake.interval }
    return progress
  }

  /// The light has ended: reads and reports everything that still waits.
  public mutating func finish(report: (DecoderEvent) -> Void) {
    conclude(report)
    certain.writer.finish(isClear: contrastToNoise ?? 0 > 6, report)
    if diagnostician.conclude(progress, at: lastSampleStart) {
      report(.diagnosis(diagnosis, at: lastSampleStart))
    }
  }

  /// Leaves characters that began before `time`, in seconds, out of ``provisional``. They are still reported.
  public mutating func forgetDraft(before time: Double) {
    draft.drop(before: time)
  }

  /// Reads the light to its end, and starts again with the next sample.
  private mutating func conclude(_ report: (DecoderEvent) -> Void) {
    _ = intake.finish()
    while let ticks = intake.ticks, tick < ticks.last { weigh(until: ticks.last, report) }
    if let best = search.best { read(to: best.segment, isEnd: true, report) }
    certain.writer.breakOff(report)
    restart()
    exposure.cutOff()
    unread = UnreadSamples()
  }

  /// Resets everything except the exposure loop and the lag.
  private mutating func restart() {
    lag.pause()
    intake = SampleIntake()
    search = newSearch
    (tick, lastSearch, lastNoiseReview, lastRestart, certain.end) = (0, 0, 0, 0, 0)
    draft.clear()
  }

  // MARK: -

  /// Weighs the next frames, only a few per call, so that a new frame does not wait long.
  private mutating func weigh(until end: Int, _ report: (DecoderEvent) -> Void) {
    guard let ticks = intake.ticks, tick < end else { return }
    if tick == 0 { begin(at: 0) }
    if Double(tick - lastNoiseReview) * ticks.length > 1 {
      lastNoiseReview = tick
      reviewNoise(ticks)
    }
    guard let best = search.best else { return }
    let lamp = intake.scale.expectation(step: expectedStep)
    let last = min(end, tick + ticksPerCall)
    while tick < last {
      tick += 1
      search.advance(to: tick, ticks, lamp)
      if search.isEmpty {
        // A mark that is too long for every reading may be ambient light that has come.
        return restartSearch(after: best, at: best.start > lastRestart ? best.start : tick, report)
      }
      if jump.hasEnded(
        at: ticks[tick], progress: search.bestProgress, levels: certain.writer.isGateOpen ? best.levels : nil,
        precision: lamp.precision)
      {
        let steady = tick - Int(LevelJump.steadyFrames * intake.ticksPerFrame)
        return restartSearch(after: best, at: max(steady, best.start, lastRestart), report)
      }
    }
    if best.code > 1 { contrastToNoise = best.levels.step / intake.scale.noise }
    search.weighDarkness(at: tick, ticks, lamp)
    search.freeUnusedSegments()
    // Text is searched for only when all ticks are weighed.
    if tick == end, tick - lastSearch >= ticksBetweenSearches {
      lastSearch = tick
      searchForText(report)
    }
  }

  /// Estimates the noise again while nothing is read: the estimate may be too high and hide a light. A reading is one of noise
  /// if its marks are far fainter than the light that came later.
  private mutating func reviewNoise(_ ticks: borrowing Ticks) {
    let readsNoise = search.best.map { $0.code > 0 && $0.isFarFainter(than: expectedStep) } ?? false
    let readsNothing = certain.end == 0 || !certain.writer.isGateOpen && search.best?.start == certain.end
    guard readsNothing || readsNoise && !certain.writer.isGateOpen,
      intake.reviewNoise(step: expectedStep) || readsNoise
    else { return }
    if certain.end > 0 { certain.writer.pause() }
    begin(at: max(ticks.first, certain.end))
  }

  /// Ticks weighed per call. When the light is first read, or read again, many ticks wait.
  private var ticksPerCall: Int { 3 * Int(intake.ticksPerFrame) }

  /// Ticks from one search for text to the next.
  private var ticksBetweenSearches: Int { 8 * Int(intake.ticksPerFrame) }

  private var expectedStep: Double { certain.expectedStep(search.best, intake.scale) }

  /// No reading explains the light any more. Reports what `path` has read, and starts the search again at `tick`, with new
  /// levels. The sender is probably the same.
  private mutating func restartSearch(after path: Path, at tick: Int, _ report: (DecoderEvent) -> Void) {
    read(to: path.segment, isEnd: true, report)
    certain.writer.noteUnexplainedLight()
    lastRestart = max(lastRestart, self.tick)
    intake.forgetLevels(before: tick)
    begin(at: tick, after: path)
  }

  private mutating func begin(at tick: Int, after path: Path? = nil) {
    jump = LevelJump()
    search = newSearch
    self.tick = tick
    lastSearch = tick
    search.begin(at: tick, intake, after: path)
  }

  private var newSearch: PathSearch {
    PathSearch(codes, letters, wordsPerMinute: configuration.wordsPerMinute)
  }

  /// The first tick to keep while nothing has been read. The light may have to be weighed again from shortly before the first
  /// mark.
  private func firstKeptTick(_ best: Path, _ ticks: Ticks) -> Int {
    let recent = tick - Int(LightScale.longMemory / ticks.length)
    let chain = search.segments.chain(to: best.segment)
    guard chain.count > 1 else { return recent }
    let first = search.segments[chain[1]].end - Int(2 / ticks.length)
    return min(recent, first)
  }

  /// Reads the segments that have become certain, and those that may wait no longer.
  private mutating func searchForText(_ report: (DecoderEvent) -> Void) {
    guard let best = search.best, let ticks = intake.ticks else { return }
    let silence = best.isLit ? 0 : Double(tick - best.start) / exp(best.sender.unit)
    let isSilent = best.code > 1 && silence > certain.writer.longestSilence
    // The first marks may be noise with another speed than the message's, so they must not wait for the message. While the gate
    // is closed, reading them now loses no text.
    if isSilent, configuration.pace == .live || !certain.writer.isGateOpen || silence > 30 {
      read(to: best.segment, isEnd: true, report)
      search.keepDescendants(of: best.segment)
      certain.end = best.start
    } else {
      let common = search.commonSegment
      read(to: common, isEnd: false, report)
      // With the pace `live`, characters after `common` may have been read already.
      if common != Segments.none, search.segments[common].end <= certain.end { search.cut(at: common) }
      if configuration.pace == .live { readOverdue(report) }
    }
    if isSilent, certain.end == best.start {
      certain.writer.wait(gap: silence, report)
      let seconds = Double(tick - best.start) * ticks.length
      if !certain.writer.isGateOpen, seconds > Self.longestWait.seconds || silence > Self.longestWait.units {
        return restartInDarkness()
      }
    }
    draft.update(&certain.writer, unreadChain(to: best.segment), search.segments, ticks)
    isPromising = certain.writer.isGateOpen || certain.writer.mayBeMessage && wouldOpenGate(best)
    let needed = certain.end > 0 ? certain.end - Int(intake.ticksPerFrame) : firstKeptTick(best, ticks)
    let kept = max(needed, tick - Int(Self.memory / ticks.length))
    intake.forget(before: min(search.firstNeededTick, kept))
    unread.forget(before: min(certain.writer.waitingSince ?? lastSampleStart, ticks.time(of: kept)))
  }

  /// Whether the gate would be open if `path` were certain.
  private func wouldOpenGate(_ path: Path) -> Bool {
    guard let chain = readableChain(to: path.segment, isEnd: false) else { return false }
    var (certain, intake) = (self.certain, self.intake)
    certain.read(chain, isEnd: false, of: search, &intake, contrastToNoise: contrastToNoise) { _ in }
    return certain.writer.isGateOpen
  }

  /// Starts the search again in the dark. After darkness without text the next message may have any speed.
  private mutating func restartInDarkness() {
    certain.pause(at: tick)
    begin(at: tick)
    draft.clear()
  }

  /// Darkness, in seconds or units, after which a reading is dropped if the gate is still closed.
  private static let longestWait = (seconds: 3.0, units: 22.0)

  /// Maximum seconds of light kept, apart from the part that is being read.
  private static let memory = 300.0

  /// Reads a character when three more have followed and no other reading is nearly as likely, or when it has waited for long.
  /// A reading at a wrong speed, such as one of E and T only, is seldom far ahead of the right one.
  ///
  /// The search keeps the other readings. If a later character shows that one of these is right, the following characters come
  /// from that reading. Otherwise one wrong character would teach wrong gaps for the rest of the message.
  private mutating func readOverdue(_ report: (DecoderEvent) -> Void) {
    guard let best = search.best else { return }
    let chain = unreadChain(to: best.segment)
    let characterEnds = chain.indices.dropFirst().filter { search.segments[chain[$0]].kind == .separator }
    guard characterEnds.count > 3 else { return }
    let leads = search.leads(of: chain)
    let last = characterEnds.dropLast(3).last {
      let segment = search.segments[chain[$0]]
      return leads[$0] > Self.finalLead
        || Double(tick - segment.end) > Self.longestWaitForLead * Double(segment.unit)
    }
    guard let last else { return }
    certain.read(
      Array(chain[...last]), isEnd: false, of: search, &intake, contrastToNoise: contrastToNoise, report)
  }

  /// The lead over all other readings, in nats, that makes a character final (e^5 is 150), and the longest wait for this lead,
  /// in units: some 15 characters. Without the wait, uneven senders are read live with twice the errors: 625 instead of 307
  /// mistakes in 318 messages. With a lead of 8 the first text of a clear message comes twice as late, and is no better.
  private static let finalLead = 5.0
  private static let longestWaitForLead = 150.0

  /// Reads everything up to `segment`: it is certain, or must be reported now.
  private mutating func read(to segment: Segments.ID, isEnd: Bool, _ report: (DecoderEvent) -> Void) {
    guard let chain = readableChain(to: segment, isEnd: isEnd), let last = chain.last else { return }
    certain.read(chain, isEnd: isEnd, of: search, &intake, contrastToNoise: contrastToNoise, report)
    search.cut(at: last)
  }

  /// The segments from the end of the read text to `segment`. That end may come from another reading, and lie inside a
  /// character of this one. The segments then begin with the next character.
  private func unreadChain(to segment: Segments.ID) -> [Segments.ID] {
    let chain = search.segments.chain(to: segment)
    guard let first = chain.first, search.segments[first].end < certain.end else { return chain }
    let begin = chain.firstIndex {
      let segment = search.segments[$0]
      return segment.kind == .separator && Double(segment.end) > Double(certain.end) - intake.ticksPerFrame
    }
    return begin.map { Array(chain[$0...]) } ?? []
  }

  /// The unread segments up to `segment`; without `isEnd`, up to the last whole character. The first segment was read before;
  /// `nil` if no other one follows.
  private func readableChain(to segment: Segments.ID, isEnd: Bool) -> [Segments.ID]? {
    var chain = unreadChain(to: segment)
    if !isEnd {
      while chain.count > 1, search.segments[chain[chain.count - 1]].kind != .separator { chain.removeLast() }
    }
    return chain.count > 1 ? chain : nil
  }
}
