import Frames
import Morse

extension Receiver {
  /// What belongs to one light that signals.
  ///
  /// It is a torch, with a letter, once it seems to say something, or is seen too badly to tell. Screens and cars hardly ever do.
  /// What happened until then is told then.
  struct Lane: Sendable {
    /// What the light reader calls the light.
    let light: TorchID
    /// `nil` until the light is known for a torch.
    private(set) var torch: TorchID?
    private(set) var transcript: Transcript
    /// The light's brightness, from before its first mark.
    var trace = LightTrace()
    var decoder: Decoder
    private var waiting: [LightSample] = []
    /// What will be told of the torch, where it is first of all.
    private var untold: [@Sendable (TorchID) -> MonitorEvent] = []
    private static let mostUntold = 1024
    /// Why the light cannot be read; `nil` while it can, or nothing is known.
    var diagnosis: Diagnosis? { decoder.diagnosis }
    private var rules: CopyingRules
    private var guess = AlphabetGuess()
    private var repetitions = Repetitions()
    var ownSignal: OwnSignal
    /// The speed that the user holds every torch to; see ``Receiver/speedLock``.
    private var speedLock: Double?
    /// Whether the speed of before is held, until the first word ends or the light cannot be read.
    private var holdsSpeedOfBefore = false

    /// Inside the characters, by PARIS.
    var wordsPerMinute: Double? { decoder.wordsPerMinute }

    /// Of the text with its gaps, where it is slower by more than a quarter (Farnsworth).
    var overallWordsPerMinute: Double? {
      guard let speed = decoder.wordsPerMinute, let overall = decoder.overallWordsPerMinute,
        speed > 1.25 * overall
      else { return nil }
      return overall
    }

    /// - Parameter torch: Its name, where it needs not prove to be one.
    init(
      light: TorchID, as torch: TorchID? = nil, _ configuration: Configuration,
      _ ownSignal: OwnSignal = OwnSignal()
    ) {
      self.light = light
      self.torch = torch
      rules = configuration.copying
      self.ownSignal = ownSignal
      speedLock = configuration.decoder.wordsPerMinute
      transcript = Transcript(torch: torch ?? light, copyist: rules.copyist(guess))
      decoder = Decoder(configuration.decoder)
    }

    /// The same torch in another moment of a recording, which most likely begins inside a mark: that alone would tell a wrong
    /// speed.
    init(from lane: Lane, _ configuration: Configuration) {
      self.init(light: lane.light, as: lane.torch, configuration, lane.ownSignal)
      guard speedLock == nil, let speed = lane.wordsPerMinute else { return }
      decoder.holdSpeed(wordsPerMinute: speed)
      holdsSpeedOfBefore = true
    }

    /// Holds the reading to a speed of the user's, or learns it.
    mutating func holdSpeed(_ wordsPerMinute: Double?) {
      speedLock = wordsPerMinute
      holdsSpeedOfBefore = false
      decoder.holdSpeed(wordsPerMinute: wordsPerMinute)
    }

    /// Whether the light is to be a torch.
    var isTorch: Bool {
      if torch != nil || decoder.isPromising || !transcript.entries.isEmpty { return true }
      switch diagnosis {
      case .tooFast, .faint, .clipped, .flicker: return true
      case .blinking, .data, .flashes, .irregular, nil: return false
      }
    }

    /// Gives the torch its name, and tells what happened until now.
    mutating func name(_ torch: TorchID, _ report: (MonitorEvent) -> Void) {
      self.torch = torch
      transcript.torch = torch
      for event in untold { report(event(torch)) }
      untold = []
    }

    /// Tells what happens to the torch.
    mutating func tell(
      _ report: (MonitorEvent) -> Void, _ event: @escaping @Sendable (TorchID) -> MonitorEvent
    ) {
      if let torch { return report(event(torch)) }
      if untold.count == Self.mostUntold { untold.removeSubrange(1...Self.mostUntold / 2) }
      untold.append(event)
    }

    /// Writes everything in other ways; what follows is read in them too.
    mutating func adopt(
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
    mutating func clear(at time: Double) {
      keepWhatBegins(from: time)
      transcript.clear()
    }

    mutating func keepWhatBegins(from time: Double) {
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
        tell(report) { .character($0, entry) }
        repetitions.note(character)
      case .word(let time):
        learnSpeed()
        endWord(at: time, report)
        if repetitions.endWord(at: time) { tellRepeats(at: time, report) }
      case .diagnosis(let diagnosis, let time):
        learnSpeed()
        tell(report) { .diagnosis($0, diagnosis, time: time) }
      case .speed:
        break
      }
    }

    private mutating func learnSpeed() {
      if holdsSpeedOfBefore { holdSpeed(speedLock) }
    }

    /// The light has ended: everything still undecided is decided.
    mutating func finish(at time: Double, _ report: (MonitorEvent) -> Void) {
      while decodeWaiting(report) {}
      decode(report) { $0.finish(report: $1) }
      endWord(at: time, report)
      if repetitions.finish() { tellRepeats(at: time, report) }
    }

    private mutating func tellRepeats(at time: Double, _ report: (MonitorEvent) -> Void) {
      guard let message = repetitions.message else { return }
      var copyist = rules.copyist(guess)
      let text = copyist.text(of: message.words)
      guard !text.isEmpty else { return }
      tell(report) { .repeats($0, text: text, repetitions: message.repetitions, time: time) }
    }

    /// Samples that come in a burst, when a torch is found, are decoded a few at a time: no camera waits for them.
    mutating func wait(_ sample: LightSample) { waiting.append(sample) }

    /// - Returns: Whether there was anything to decode.
    mutating func decodeWaiting(_ report: (MonitorEvent) -> Void) -> Bool {
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
      if !text.isEmpty { tell(report) { .word($0, text: text, time: time) } }
    }
  }
}
