import Frames
import Morse

extension Receiver {
  /// The state of one light that signals.
  ///
  /// The light becomes a torch, with a letter, when it seems to send text, or when the decoder cannot decide that because the light
  /// is seen badly. Screens and cars hardly ever become torches. Earlier events are reported when it becomes a torch.
  struct Lane: Sendable {
    /// The light reader's name of the light.
    let light: TorchID
    /// `nil` until the light is a torch.
    private(set) var torch: TorchID?
    private(set) var transcript: Transcript
    /// The light's brightness, from before its first mark.
    var trace = LightTrace()
    var decoder: Decoder
    private var waiting: [LightSample] = []
    /// Events that are reported when the light becomes a torch.
    private var unreported: [@Sendable (TorchID) -> MonitorEvent] = []
    private static let mostUnreported = 1024
    /// Why the light cannot be read; `nil` if it can, or if that is unknown.
    var diagnosis: Diagnosis? { decoder.diagnosis }
    private var rules: CopyingRules
    private var guess = AlphabetGuess()
    private var repetitions = Repetitions()
    var ownSignal: OwnSignal
    /// The user's speed lock; see ``Receiver/speedLock``.
    private var speedLock: Double?
    /// Whether the former speed is kept, until the first word ends or the light cannot be read.
    private var holdsSpeedOfBefore = false

    /// Inside the characters, by PARIS.
    var wordsPerMinute: Double? { decoder.wordsPerMinute }

    /// Of the text with its pauses, if it is slower by more than a quarter (Farnsworth).
    var overallWordsPerMinute: Double? {
      guard let speed = decoder.wordsPerMinute, let overall = decoder.overallWordsPerMinute,
        speed > 1.25 * overall
      else { return nil }
      return overall
    }

    /// - Parameter torch: Its name, if it is known to be a torch.
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

    /// The same torch at another moment of a recording. That probably lies inside a mark, which alone would give a wrong
    /// speed.
    init(from lane: Lane, _ configuration: Configuration) {
      self.init(light: lane.light, as: lane.torch, configuration, lane.ownSignal)
      guard speedLock == nil, let speed = lane.wordsPerMinute else { return }
      decoder.holdSpeed(wordsPerMinute: speed)
      holdsSpeedOfBefore = true
    }

    /// Locks the speed, or learns it.
    mutating func holdSpeed(_ wordsPerMinute: Double?) {
      speedLock = wordsPerMinute
      holdsSpeedOfBefore = false
      decoder.holdSpeed(wordsPerMinute: wordsPerMinute)
    }

    /// Whether the light becomes a torch.
    var isTorch: Bool {
      if torch != nil || decoder.isPromising || !transcript.entries.isEmpty { return true }
      switch diagnosis {
      case .tooFast, .faint, .clipped, .flicker: return true
      case .blinking, .data, .flashes, .slow, .irregular, nil: return false
      }
    }

    /// Names the torch, and reports the events until now.
    mutating func name(_ torch: TorchID, _ report: (MonitorEvent) -> Void) {
      self.torch = torch
      transcript.torch = torch
      for event in unreported { report(event(torch)) }
      unreported = []
    }

    /// Reports an event of the torch.
    mutating func emit(
      _ report: (MonitorEvent) -> Void, _ event: @escaping @Sendable (TorchID) -> MonitorEvent
    ) {
      if let torch { return report(event(torch)) }
      if unreported.count == Self.mostUnreported { unreported.removeSubrange(1...Self.mostUnreported / 2) }
      unreported.append(event)
    }

    /// Rewrites the text by other rules, and uses them from now on.
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

    /// Clears the text, and characters that have begun before `time`.
    mutating func clear(at time: Double) {
      keepWhatBegins(from: time)
      transcript.clear()
    }

    mutating func keepWhatBegins(from time: Double) {
      decoder.forgetDraft(before: time)
      transcript.begin = time
    }

    /// Lets the decoder do `work`, and takes its results.
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
        emit(report) { .character($0, entry) }
        repetitions.note(character)
      case .word(let time):
        learnSpeed()
        endWord(at: time, report)
        if repetitions.endWord(at: time) { reportRepeats(at: time, report) }
      case .diagnosis(let diagnosis, let time):
        learnSpeed()
        emit(report) { .diagnosis($0, diagnosis, time: time) }
      case .speed:
        break
      }
    }

    private mutating func learnSpeed() {
      if holdsSpeedOfBefore { holdSpeed(speedLock) }
    }

    /// Ends the reading: everything still undecided is decided.
    mutating func finish(at time: Double, _ report: (MonitorEvent) -> Void) {
      while decodeWaiting(report) {}
      decode(report) { $0.finish(report: $1) }
      endWord(at: time, report)
      if repetitions.finish() { reportRepeats(at: time, report) }
    }

    private mutating func reportRepeats(at time: Double, _ report: (MonitorEvent) -> Void) {
      guard let message = repetitions.message else { return }
      var copyist = rules.copyist(guess)
      let text = copyist.text(of: message.words)
      guard !text.isEmpty else { return }
      emit(report) { .repeats($0, text: text, repetitions: message.repetitions, time: time) }
    }

    /// Keeps a sample: when a torch is found, many come at once, and are decoded a few at a time, so that no camera has to wait.
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
      if !text.isEmpty { emit(report) { .word($0, text: text, time: time) } }
    }
  }
}
