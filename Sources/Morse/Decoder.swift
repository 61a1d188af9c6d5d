import Foundation
import Frames

/// Reads Morse code from the brightness of one light, with nothing told of speed, spacing or levels.
///
/// Feed it the samples of one torch in the order of their times. Events come in the order of the light.
public struct Decoder: Sendable {
  /// How long characters wait for what comes after them.
  public enum Pace: Sendable {
    /// A character is final at most three characters later.
    case live
    /// Characters wait until nothing that follows can change them.
    case recording
  }

  /// What may be chosen; everything has a default.
  public struct Configuration: Sendable {
    /// What code words stand for.
    public var alphabet: Alphabet
    /// How long characters wait.
    public var pace: Pace
    /// The speed inside the characters, by PARIS, to which reading is held within a tenth; `nil` where it is to be learned.
    public var wordsPerMinute: Double?
    /// Whether what is likely in English and in radio amateurs' English weighs in what is read; where not, the light alone
    /// does.
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
  private var writer: MessageWriter
  private var diagnostician = Diagnostician()
  /// When the last sample began.
  private var seen = 0.0
  /// The last tick that was weighed, and the one at which text was last looked for.
  private var tick = 0
  private var settled = 0
  /// The tick at which the noise was last looked at.
  private var reviewed = 0
  /// Where the last certain stretch ended.
  private var readUntil = 0

  private var characters: CharacterReader
  private var draft = Draft()

  /// A decoder that has seen nothing yet.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    codes = CodeTree(configuration.alphabet)
    letters = CodeLetters(configuration.alphabet, isText: configuration.usesLanguage)
    characters = CharacterReader(configuration.alphabet)
    search = PathSearch(codes, letters, wordsPerMinute: configuration.wordsPerMinute)
    writer = MessageWriter(letters, pace: configuration.pace)
  }

  /// What has been read but may still change, in the order of the light: it follows the last character that was told.
  /// Looked at anew about four times a second.
  public var provisional: [DraftPart] { draft.parts }

  /// The step from dark to lit over the noise of a frame, once a light was seen.
  public private(set) var contrastToNoise: Double?

  /// Length of a dot in seconds, once known.
  public private(set) var unit: Double?

  /// Whether the light seems to say something: it would be believed if its best reading so far were certain. Nothing is told
  /// before it is.
  public private(set) var isPromising = false

  /// Why the light cannot be read; `nil` while it can, or nothing is known.
  public var diagnosis: Diagnosis? { diagnostician.diagnosis }

  /// Speed by PARIS inside the characters, once known.
  public var wordsPerMinute: Double? { unit.map { 1.2 / $0 } }

  /// Speed by PARIS of the text with its gaps, once known: lower than ``wordsPerMinute`` where a sender spaces wide
  /// (Farnsworth).
  public var overallWordsPerMinute: Double? {
    // PARIS has 31 units of marks and gaps between elements, four gaps between characters and one after the word.
    unit.map { 60 / ($0 * (31 + 4 * writer.gaps.character + writer.gaps.word)) }
  }

  /// Holds to a speed within a tenth from now on; `nil` learns it again. What is not told yet is read anew where no reading
  /// of it goes on so.
  public mutating func holdSpeed(wordsPerMinute: Double?) {
    guard wordsPerMinute != configuration.wordsPerMinute else { return }
    configuration.wordsPerMinute = wordsPerMinute
    search.hold(wordsPerMinute: wordsPerMinute)
    let goesOn = wordsPerMinute != nil && !search.isEmpty && writer.isBelieved
    guard let ticks = intake.ticks, tick > 0, !goesOn else { return }
    begin(at: max(ticks.first, readUntil))
  }

  /// How bright the torch was in one frame.
  public mutating func receive(_ sample: LightSample, report: (DecoderEvent) -> Void) {
    guard sample.isInformative, sample.level.isFinite, sample.start.isFinite else { return }
    if intake.isCutOff(sample) { conclude(report) }
    unread.append(sample)
    if exposure.learn(sample) {
      lag = Lag()
      readAnew(learnsLag: true)
    }
    let exposed = exposure.undo(sample)
    if lag.learn(exposed) { readAnew(learnsLag: false) }
    if intake.append(lag.undo(exposed)) { weigh(report) }
    diagnostician.see(sample)
    seen = sample.start
    if diagnostician.isDue(at: seen), diagnostician.look(progress, at: seen) {
      report(.diagnosis(diagnosis, at: seen))
    }
  }

  /// What was not told yet is read anew without what is known now of the camera.
  private mutating func readAnew(learnsLag: Bool) {
    writer.forgetUntold()
    restart()
    exposure.pause()
    for sample in unread.samples(since: writer.toldUntil - ExposureLoop.settling).dropLast() {
      let exposed = exposure.undo(sample)
      guard sample.start >= writer.toldUntil else { continue }
      if learnsLag { _ = lag.learn(exposed) }
      _ = intake.append(lag.undo(exposed))
    }
  }

  private var progress: ReadingProgress {
    var progress = writer.progress
    progress.contrastToNoise = contrastToNoise ?? 0
    if let unit, intake.interval > 0 { progress.framesPerDot = unit / intake.interval }
    return progress
  }

  /// The light has come to its end: what still waits is read.
  public mutating func finish(report: (DecoderEvent) -> Void) {
    conclude(report)
    writer.finish(isClear: contrastToNoise ?? 0 > 6, report)
    if diagnostician.conclude(progress, at: seen) { report(.diagnosis(diagnosis, at: seen)) }
  }

  /// Shows nothing as ``provisional`` any more that began before `time`, in seconds. It is told all the same.
  public mutating func forgetDraft(before time: Double) {
    draft.forget(before: time)
  }

  /// Reads what there is to its end, and begins anew with the next sample.
  private mutating func conclude(_ report: (DecoderEvent) -> Void) {
    _ = intake.finish()
    while let ticks = intake.ticks, tick < ticks.last { weigh(report) }
    if let best = search.best { read(to: best.segment, isEnd: true, report) }
    writer.breakOff(report)
    restart()
    exposure.pause()
    unread = UnreadSamples()
  }

  /// Nothing is known of the light but of its lag.
  private mutating func restart() {
    lag.pause()
    intake = SampleIntake()
    search = newSearch
    (tick, settled, reviewed, readUntil) = (0, 0, 0, 0)
    draft.clear()
  }

  // MARK: -

  /// Weighs the next frames; not many at a time, so that none that comes waits long for those before it.
  private mutating func weigh(_ report: (DecoderEvent) -> Void) {
    guard let ticks = intake.ticks else { return }
    if tick == 0 { begin(at: 0) }
    if Double(tick - reviewed) * ticks.length > 1 {
      reviewed = tick
      reviewNoise(ticks)
    }
    guard let best = search.best else { return }
    let lamp = intake.scale.expectation(step: expectedStep)
    let last = min(ticks.last, tick + atATime)
    while tick < last {
      tick += 1
      search.advance(to: tick, ticks, lamp)
      if search.isEmpty { return lose(best, report) }
    }
    if best.code > 1 { contrastToNoise = best.levels.step / intake.scale.noise }
    search.weighDarkness(at: tick, ticks, lamp)
    search.collect()
    // What is already known of the light speaks first.
    if tick == ticks.last, tick - settled >= rest {
      settled = tick
      settle(report)
    }
  }

  /// While nothing is read there may be less noise, and more light in it, than it seemed.
  private mutating func reviewNoise(_ ticks: borrowing Ticks) {
    if readUntil == 0 {
      if intake.reviewNoise(step: expectedStep) { begin(at: ticks.first) }
    } else if !writer.isBelieved, search.best?.start == readUntil, intake.reviewNoise(step: expectedStep) {
      writer.pause()
      begin(at: max(ticks.first, readUntil))
    }
  }

  /// Ticks weighed at a time: when the light is first looked at, and when it is looked at anew, many wait.
  private var atATime: Int { 3 * Int(intake.ticksPerFrame) }

  /// Ticks from one look for text to the next.
  private var rest: Int { 8 * Int(intake.ticksPerFrame) }

  /// A message's lamp is expected to be as bright as it was. Before there is one, the brightest of the last seconds tells.
  private var expectedStep: Double {
    guard let best = search.best else { return 0 }
    if best.code > 0, writer.isBelieved { return best.levels.step }
    return max(intake.scale.step(above: best.levels.dark), best.code > 0 ? best.levels.step : 0)
  }

  /// No reading explains the light any more: what `path` had read is told, and everything begins anew.
  private mutating func lose(_ path: Path, _ report: (DecoderEvent) -> Void) {
    read(to: path.segment, isEnd: true, report)
    writer.doubt()
    begin(at: tick)
  }

  private mutating func begin(at tick: Int) {
    search = newSearch
    self.tick = tick
    settled = tick
    search.begin(at: tick, intake)
  }

  private var newSearch: PathSearch {
    PathSearch(codes, letters, wordsPerMinute: configuration.wordsPerMinute)
  }

  /// While nothing has been read, the light may have to be weighed anew: from a little before the first mark on.
  private func keptUnread(_ best: Path, _ ticks: Ticks) -> Int {
    let recent = tick - Int(LightScale.longMemory / ticks.length)
    let chain = search.segments.chain(to: best.segment)
    guard chain.count > 1 else { return recent }
    let first = search.segments[chain[1]].end - Int(2 / ticks.length)
    return min(recent, first)
  }

  /// Reads what has become certain.
  private mutating func settle(_ report: (DecoderEvent) -> Void) {
    guard let best = search.best, let ticks = intake.ticks else { return }
    let silence = best.isLit ? 0 : Double(tick - best.start) / exp(best.hand.unit)
    let isSilent = best.code > 1 && silence > writer.patience
    // What noise begins with, at a speed of its own, must not wait for what is sent: where nothing is believed, nothing is lost.
    if isSilent, configuration.pace == .live || !writer.isBelieved || silence > 30 {
      read(to: best.segment, isEnd: true, report)
      search.demand(best.segment)
    } else {
      read(to: search.common, isEnd: false, report)
      if configuration.pace == .live { readOld(report) }
    }
    if isSilent, readUntil == best.start {
      writer.wait(gap: silence, report)
      let seconds = Double(tick - best.start) * ticks.length
      if !writer.isBelieved, seconds > Self.patience.seconds || silence > Self.patience.units {
        return waitAnew()
      }
    }
    draft.renew(writer, best, search.segments, ticks)
    isPromising = writer.isBelieved || writer.mayBeMessage && wouldBeBelieved(best)
    let needed = readUntil > 0 ? readUntil : keptUnread(best, ticks)
    let kept = max(needed, tick - Int(Self.memory / ticks.length))
    intake.forget(before: min(search.earliest, kept))
    unread.forget(before: min(writer.waitingSince ?? seen, ticks.time(of: kept)))
  }

  private func wouldBeBelieved(_ path: Path) -> Bool {
    var rehearsal = self
    rehearsal.read(to: path.segment, isEnd: false) { _ in }
    return rehearsal.writer.isBelieved
  }

  /// After darkness without text whoever signals next may do so at any speed.
  private mutating func waitAnew() {
    writer.pause()
    begin(at: tick)
    readUntil = tick
    characters.pause()
    draft.clear()
  }

  /// Darkness after which nothing that was read without being believed is held to.
  private static let patience = (seconds: 3.0, units: 22.0)

  /// Seconds of light kept at most, but for what is being read.
  private static let memory = 300.0

  /// A character waits for three more at most, but where these are so short that they tell hardly anything: whoever takes
  /// every pause for one between characters reads only E and T, and must not be certain of it after three.
  private mutating func readOld(_ report: (DecoderEvent) -> Void) {
    guard let best = search.best else { return }
    let ends = search.segments.chain(to: best.segment).dropFirst().filter {
      search.segments[$0].kind == .separator
    }
    let old = ends.dropLast(3).last {
      Double(tick - search.segments[$0].end) > Self.doubtful * Double(search.segments[$0].unit)
    }
    guard let old else { return }
    read(to: old, isEnd: false, report)
    search.demand(old)
  }

  /// In units.
  private static let doubtful = 24.0

  /// Everything up to `segment` is certain, or must be told.
  private mutating func read(to segment: Segments.ID, isEnd: Bool, _ report: (DecoderEvent) -> Void) {
    guard segment != Segments.none, let ticks = intake.ticks else { return }
    var chain = search.segments.chain(to: segment)
    if !isEnd {
      // Whole characters only.
      while chain.count > 1, search.segments[chain[chain.count - 1]].kind != .separator { chain.removeLast() }
    }
    guard chain.count > 1, let last = chain.last else { return }
    tell(chain, isEnd: isEnd, ticks.length, report)
    search.cut(at: last)
  }

  private mutating func tell(
    _ chain: [Segments.ID], isEnd: Bool, _ tickLength: Double, _ report: (DecoderEvent) -> Void
  ) {
    var verdicts = Verdicts(of: chain, in: search.segments, tolerance: intake.ticksPerFrame)
    search.addRivals(to: &verdicts)
    var first = 1
    for index in 1..<chain.count {
      let segment = search.segments[chain[index]]
      intake.learnLevels(from: readUntil, to: segment.end, segment.kind, step: expectedStep)
      if segment.kind == .separator || index == chain.count - 1 && isEnd {
        readCharacter(verdicts, first...index, report)
        first = index + 1
      }
      if segment.kind == .separator {
        let length = Double(segment.end - readUntil)
        writer.end(
          gap: Double(segment.length),
          StretchMeter.gap(
            segment, ticks: length, tickLength: tickLength, contrastToNoise: contrastToNoise ?? 0,
            ticksPerFrame: intake.ticksPerFrame),
          report)
      }
      readUntil = segment.end
    }
  }

  private mutating func readCharacter(
    _ verdicts: Verdicts, _ range: ClosedRange<Int>, _ report: (DecoderEvent) -> Void
  ) {
    let read = characters.read(
      range, of: verdicts, in: search.segments, intake, contrastToNoise: contrastToNoise ?? 1)
    guard let read else { return }
    if unit.map({ abs(log($0 / read.unit)) > 0.05 }) ?? true {
      unit = read.unit
      report(.speed(wordsPerMinute: 1.2 / read.unit))
    }
    writer.append(read.character, read.stretches, margin: read.margin, report)
  }
}
