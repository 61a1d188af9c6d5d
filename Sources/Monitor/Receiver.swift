import Capture
import Frames
import Light
import Morse

/// From grids to text: joins the light reader with one decoder for each torch.
///
/// Cheap enough to run where the grid arrives. It knows no clock and no device, so a recording and a camera are read
/// alike.
public struct Receiver: Sendable {
  public struct Configuration: Sendable {
    public var light: LightReader.Configuration
    /// The alphabet is that of ``copying``.
    public var decoder: Decoder.Configuration
    /// How code words become text.
    public var copying: CopyingRules
    /// Torches to remember: more than are read at a time, and all that a day usually brings.
    public var lanes: Int

    public init(
      light: LightReader.Configuration = .init(), decoder: Decoder.Configuration = .init(),
      copying: CopyingRules = CopyingRules(), lanes: Int = 64
    ) {
      self.light = light
      self.decoder = decoder
      self.copying = copying
      self.lanes = lanes
      self.decoder.alphabet = copying.decodingAlphabet
    }
  }

  /// What belongs to one torch.
  public struct Lane: Sendable {
    public private(set) var transcript: Transcript
    /// The torch's brightness, from before its first mark.
    public fileprivate(set) var trace = LightTrace()
    fileprivate var decoder: Decoder
    private var waiting: [LightSample] = []
    /// Why the torch cannot be read; `nil` while it can, or nothing is known.
    public var diagnosis: Diagnosis? { decoder.diagnosis }
    private var rules: CopyingRules
    private var guess = AlphabetGuess()
    private var repetitions = Repetitions()
    fileprivate var ownSignal: OwnSignal

    /// Inside the characters, by PARIS.
    public var wordsPerMinute: Double? { decoder.wordsPerMinute }

    /// Of the text with its gaps, where it is slower by more than a quarter (Farnsworth).
    public var overallWordsPerMinute: Double? {
      guard let speed = decoder.wordsPerMinute, let overall = decoder.overallWordsPerMinute,
        speed > 1.25 * overall
      else { return nil }
      return overall
    }

    init(torch: TorchID, _ configuration: Configuration, _ ownSignal: OwnSignal = OwnSignal()) {
      rules = configuration.copying
      self.ownSignal = ownSignal
      transcript = Transcript(torch: torch, copyist: rules.copyist(guess))
      decoder = Decoder(configuration.decoder)
    }

    /// Writes everything in other ways; what follows is read in them too.
    fileprivate mutating func adopt(
      _ configuration: Configuration, readsAnew: Bool, _ report: (MonitorEvent) -> Void
    ) {
      rules = configuration.copying
      if readsAnew {
        decode(report) { $0.finish(report: $1) }
        decoder = Decoder(configuration.decoder)
      }
      transcript.rewrite(by: rules.copyist(guess))
    }

    /// Forgets the text, and what of it is still in the making at `time`.
    fileprivate mutating func clear(at time: Double) {
      keepWhatBegins(from: time)
      transcript.clear()
    }

    fileprivate mutating func keepWhatBegins(from time: Double) {
      decoder.forgetDraft(before: time)
      transcript.begin = time
    }

    /// Lets the decoder do `work` and keeps what comes of it.
    mutating func decode(
      _ report: (MonitorEvent) -> Void, _ work: (inout Decoder, (DecoderEvent) -> Void) -> Void
    ) {
      var decoded: [DecoderEvent] = []
      work(&decoder) { decoded.append($0) }
      for event in decoded { keep(event, report) }
      transcript.revise(decoder.provisional)
    }

    private mutating func keep(_ event: DecoderEvent, _ report: (MonitorEvent) -> Void) {
      switch event {
      case .character(let character):
        let entry = transcript.write(
          character,
          isOwn: ownSignal.contains(
            code: character.code.description, start: character.start, end: character.end))
        report(.character(transcript.torch, entry))
        repetitions.note(character)
      case .word(let time):
        endWord(at: time, report)
        if repetitions.endWord(at: time) { tellRepeats(at: time, report) }
      case .diagnosis(let diagnosis, let time):
        report(.diagnosis(transcript.torch, diagnosis, time: time))
      case .speed:
        break
      }
    }

    /// The light has ended: everything still undecided is decided.
    mutating func finish(at time: Double, _ report: (MonitorEvent) -> Void) {
      while decodeWaiting(report) {}
      decode(report) { $0.finish(report: $1) }
      endWord(at: time, report)
      if repetitions.finish() { tellRepeats(at: time, report) }
    }

    private func tellRepeats(at time: Double, _ report: (MonitorEvent) -> Void) {
      guard let message = repetitions.message else { return }
      var copyist = rules.copyist(guess)
      let text = copyist.text(of: message.words)
      guard !text.isEmpty else { return }
      report(.repeats(transcript.torch, text: text, repetitions: message.repetitions, time: time))
    }

    /// Samples that come in a burst, when a torch is found, are decoded a few at a time: no camera waits for them.
    fileprivate mutating func wait(_ sample: LightSample) { waiting.append(sample) }

    /// - Returns: Whether there was anything to decode.
    fileprivate mutating func decodeWaiting(_ report: (MonitorEvent) -> Void) -> Bool {
      guard !waiting.isEmpty else { return false }
      let next = waiting.prefix(Self.samplesAtATime)
      decode(report) { decoder, report in
        for sample in next { decoder.receive(sample, report: report) }
      }
      waiting.removeFirst(next.count)
      return true
    }

    private static let samplesAtATime = 3

    private mutating func endWord(at time: Double, _ report: (MonitorEvent) -> Void) {
      guard !transcript.openWord.isEmpty else { return }
      guess.note(transcript.openWord.compactMap { CodeWord($0.code) })
      if rules.alphabet == .automatic { transcript.rewrite(by: rules.copyist(guess)) }
      let text = transcript.text(of: transcript.openWord)
      transcript.endWord()
      if !text.isEmpty { report(.word(transcript.torch, text: text, time: time)) }
    }
  }

  private var configuration: Configuration
  private var reader: LightReader
  /// In the order in which the torches were found.
  public private(set) var lanes: [Lane] = []
  /// Seconds on the source's axis: of the latest grid.
  public private(set) var time = 0.0
  /// How the reader sees the scene since the latest grid.
  public private(set) var light: LightState
  /// Where the grids come from, and whether they came to an end; see ``take(_:report:)``.
  var source: SourceInfo?
  var isFinished = false
  /// The source came to its end by itself: should it stream again, it is from another moment.
  var hasEnded = false
  private(set) var scene = LightTrace()
  /// What is marked as Aldis' own where it is read back.
  var ownSignal = OwnSignal() {
    didSet { for index in lanes.indices { lanes[index].ownSignal = ownSignal } }
  }
  /// What the camera did to the light.
  public private(set) var incidents = LightIncidents()
  private(set) var unread = UnreadDiagnosis()
  // Filled and emptied at every grid; kept for its storage.
  private var inbox: [LightEvent] = []

  public init(_ configuration: Configuration = .init()) {
    self.configuration = configuration
    reader = LightReader(configuration.light)
    light = reader.state
  }

  public var sensitivity: Sensitivity {
    get { reader.configuration.sensitivity }
    set { reader.configuration.sensitivity = newValue }
  }

  /// The speed that every torch is read at, within a tenth, in words a minute inside the characters; `nil` where it is
  /// learned. What has not been told yet may be read anew.
  public var speedLock: Double? {
    get { configuration.decoder.wordsPerMinute }
    set {
      configuration.decoder.wordsPerMinute = newValue
      for index in lanes.indices { lanes[index].decoder.holdSpeed(wordsPerMinute: newValue) }
    }
  }

  /// Reads the grid of the next frame and reports what became of it, in order.
  public mutating func read(_ grid: LumaGrid, report: (MonitorEvent) -> Void) {
    let last = time
    time = grid.timestamp.seconds
    reader.read(grid) { inbox.append($0) }
    light = reader.state
    incidents.note(brightness: light.calibration == nil ? light.ambient : nil, at: time)
    scene.append(.init(time: time, level: Float(light.sceneBrightness), threshold: nil, isOn: false))
    emptyInbox(report)
    // As for the reader: the source has begun another time axis, on which nothing was cleared yet.
    if time < last - 1 {
      for index in lanes.indices { lanes[index].keepWhatBegins(from: -.infinity) }
    }
    if unread.isDue(at: time) { diagnoseUnread(light.torches.isEmpty ? reader.unread(grid) : [], report) }
  }

  /// Frames are missing before the next grid.
  public mutating func note(_ lost: FramesLost, report: (MonitorEvent) -> Void) {
    reader.note(lost)
    incidents.note(lost)
    report(.framesLost(lost))
  }

  /// The scene has changed: averages a new baseline.
  public mutating func recalibrate() {
    reader.recalibrate()
  }

  /// Reads as if nothing had been read before, with the user's wishes as they are.
  mutating func beginAnew() {
    var configuration = configuration
    configuration.light.sensitivity = sensitivity
    let (last, ownSignal) = (time, ownSignal)
    self = Receiver(configuration)
    (time, self.ownSignal) = (last, ownSignal)
  }

  /// What the text is written in: rewrites what was read.
  public mutating func setAlphabet(_ alphabet: AlphabetChoice, report: (MonitorEvent) -> Void) {
    let before = configuration.decoder.alphabet.name
    configuration.copying.alphabet = alphabet
    configuration.decoder.alphabet = configuration.copying.decodingAlphabet
    let readsAnew = configuration.decoder.alphabet.name != before
    for index in lanes.indices { lanes[index].adopt(configuration, readsAnew: readsAnew, report) }
  }

  /// Forgets what was read so far; reading goes on.
  public mutating func clearText() {
    for index in lanes.indices { lanes[index].clear(at: time) }
  }

  /// The end of the light: everything still undecided is decided.
  public mutating func finish(report: (MonitorEvent) -> Void) {
    reader.finish { inbox.append($0) }
    emptyInbox(report)
    for index in lanes.indices { lanes[index].finish(at: time, report) }
  }

  private mutating func emptyInbox(_ report: (MonitorEvent) -> Void) {
    for event in inbox { handle(event, report) }
    inbox.removeAll(keepingCapacity: true)
    for index in lanes.indices where lanes[index].decodeWaiting(report) { tellUnit(of: index) }
  }

  private mutating func diagnoseUnread(_ samples: [LightSample], _ report: (MonitorEvent) -> Void) {
    guard unread.take(samples, at: time) else { return }
    report(.diagnosis(nil, unread.diagnosis, time: time))
  }

  private mutating func handle(_ event: LightEvent, _ report: (MonitorEvent) -> Void) {
    switch event {
    case .calibration(let progress, let time):
      report(.calibration(progress: progress, time: time))
    case .found(let torch, let x, let y, let radius, let time):
      if lane(of: torch) == nil {
        lanes.append(Lane(torch: torch, configuration, ownSignal))
        forgetOldest()
      }
      report(.torchFound(torch, x: x, y: y, radius: radius, time: time))
    case .lost(let torch, let other, let time):
      if let index = lane(of: torch) {
        if other == nil { lanes[index].finish(at: time, report) } else { lanes.remove(at: index) }
      }
      report(.torchLost(torch, echoOf: other, time: time))
    case .sample(let sample):
      guard let index = lane(of: sample.torch) else { return }
      lanes[index].trace.append(sample, threshold: threshold(of: sample.torch))
      lanes[index].wait(sample)
    case .edge(let edge):
      report(.light(edge))
      guard let index = lane(of: edge.torch) else { return }
      lanes[index].trace.turn(edge)
    }
  }

  /// Torches come and go for months: of more than are remembered, the oldest that is out of sight is forgotten.
  private mutating func forgetOldest() {
    guard lanes.count > configuration.lanes else { return }
    let seen = Set(light.torches.map(\.id))
    if let oldest = lanes.dropLast().firstIndex(where: { !seen.contains($0.transcript.torch) }) {
      lanes.remove(at: oldest)
    }
  }

  /// The reader judges by the unit how long a light may stay on.
  private mutating func tellUnit(of index: Int) {
    guard let unit = lanes[index].decoder.unit else { return }
    reader.expectUnit(lanes[index].transcript.torch, seconds: unit)
  }

  private func threshold(of torch: TorchID) -> Double? {
    light.torches.first { $0.id == torch }?.threshold
  }

  func lane(of torch: TorchID) -> Int? {
    lanes.firstIndex { $0.transcript.torch == torch }
  }
}
