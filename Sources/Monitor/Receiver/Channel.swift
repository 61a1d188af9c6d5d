import Frames
import Morse

extension Receiver {
  /// The state of one light that signals: its decoder and its text.
  ///
  /// The light becomes a torch, with a letter, when it seems to send text. It also becomes a torch when bad light prevents this
  /// decision. Screens and cars rarely become torches. Earlier events are reported when the light becomes a torch.
  struct Channel: Sendable {
    /// The light reader's identifier of the light.
    let light: TorchID
    /// The torch's letter; `nil` until the light is a torch.
    private(set) var torch: TorchID?
    private(set) var transcript: Transcript
    /// The light's brightness, starting before its first mark.
    var trace = LightTrace()
    var decoder: Decoder
    private var waitingSamples: [LightSample] = []
    /// Events that are reported when the light becomes a torch.
    private var unreported: [@Sendable (TorchID) -> MonitorEvent] = []
    /// Limit of ``unreported``. When it is reached, the older half is dropped, but not the first event: the light was found.
    private static let unreportedCapacity = 1024
    /// The reason why the light cannot be read; `nil` if it can be read, or if that is unknown.
    var diagnosis: Diagnosis? { decoder.diagnosis }
    private var rules: CopyingRules
    private var guess = AlphabetGuess()
    private var repetitions = Repetitions()
    var ownSignal: OwnSignal
    /// The user's speed lock; see ``Receiver/speedLock``.
    private var speedLock: Double?
    /// Whether the decoder keeps the speed from before a seek. It does so until the first word ends or the light cannot be
    /// read.
    private var keepsEarlierSpeed = false

    /// Speed inside the characters, by PARIS.
    var wordsPerMinute: Double? { decoder.wordsPerMinute }

    /// Speed of the text with its pauses, if the characters are faster by more than a quarter (Farnsworth).
    var overallWordsPerMinute: Double? {
      guard let speed = decoder.wordsPerMinute, let overall = decoder.overallWordsPerMinute,
        speed > 1.25 * overall
      else { return nil }
      return overall
    }

    /// - Parameter torch: The letter, if the light is known to be a torch.
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

    /// Creates the channel of the same torch at another moment of a recording. A learned speed is kept, because the moment may
    /// lie inside a mark, and a part of a mark would give a wrong speed.
    init(from channel: Channel, _ configuration: Configuration) {
      self.init(light: channel.light, as: channel.torch, configuration, channel.ownSignal)
      guard speedLock == nil, let speed = channel.wordsPerMinute else { return }
      decoder.holdSpeed(wordsPerMinute: speed)
      keepsEarlierSpeed = true
    }

    /// Locks the speed; with `nil` it is learned.
    mutating func holdSpeed(_ wordsPerMinute: Double?) {
      speedLock = wordsPerMinute
      keepsEarlierSpeed = false
      decoder.holdSpeed(wordsPerMinute: wordsPerMinute)
    }

    /// Whether the light is or becomes a torch.
    var isTorch: Bool {
      if torch != nil || decoder.isPromising || !transcript.entries.isEmpty { return true }
      switch diagnosis {
      case .tooFast, .faint, .clipped, .flicker: return true
      case .blinking, .data, .flashes, .slow, .irregular, .moving, nil: return false
      }
    }

    /// Gives the torch its letter, and reports the events so far.
    mutating func name(_ torch: TorchID, _ report: (MonitorEvent) -> Void) {
      self.torch = torch
      transcript.torch = torch
      for event in unreported { report(event(torch)) }
      unreported = []
    }

    /// Reports an event of the torch, or keeps it until the light is a torch.
    mutating func emit(
      _ report: (MonitorEvent) -> Void, _ event: @escaping @Sendable (TorchID) -> MonitorEvent
    ) {
      if let torch { return report(event(torch)) }
      if unreported.count == Self.unreportedCapacity {
        unreported.removeSubrange(1...Self.unreportedCapacity / 2)
      }
      unreported.append(event)
    }

    /// Rewrites the text by other rules, and keeps these rules.
    mutating func adopt(
      _ configuration: Configuration, needsNewDecoder: Bool, _ report: (MonitorEvent) -> Void
    ) {
      rules = configuration.copying
      if needsNewDecoder {
        decode(report) { $0.finish(report: $1) }
        decoder = Decoder(configuration.decoder)
      }
      transcript.rewrite(by: rules.copyist(guess))
    }

    /// Clears the text, and ignores characters that began before `time`.
    mutating func clear(at time: Double) {
      ignoreCharacters(before: time)
      transcript.clear()
    }

    mutating func ignoreCharacters(before time: Double) {
      decoder.forgetDraft(before: time)
      transcript.earliestStart = time
    }

    /// Calls `work` with the decoder, and handles the decoder's events.
    mutating func decode(
      _ report: (MonitorEvent) -> Void, _ work: (inout Decoder, (DecoderEvent) -> Void) -> Void
    ) {
      var decoded: [DecoderEvent] = []
      work(&decoder) { decoded.append($0) }
      for event in decoded { handle(event, report) }
      transcript.revise(decoder.provisional)
    }

    private mutating func handle(_ event: DecoderEvent, _ report: (MonitorEvent) -> Void) {
      switch event {
      case .character(let character):
        let entry = transcript.write(
          character,
          isOwn: ownSignal.contains(code: character.code, start: character.start, end: character.end))
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
      if keepsEarlierSpeed { holdSpeed(speedLock) }
    }

    /// Ends the reading: the decoder decides everything that is still undecided.
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

    /// Keeps a sample for ``decodeWaiting(_:)``. When a torch is found, many samples arrive together. They are decoded a few at
    /// a time, so that the camera does not have to wait.
    mutating func enqueue(_ sample: LightSample) { waitingSamples.append(sample) }

    /// - Returns: Whether there was anything to decode.
    mutating func decodeWaiting(_ report: (MonitorEvent) -> Void) -> Bool {
      guard !waitingSamples.isEmpty else { return false }
      let next = waitingSamples.prefix(Self.samplesAtATime)
      decode(report) { decoder, report in
        for sample in next { decoder.receive(sample, report: report) }
      }
      waitingSamples.removeFirst(next.count)
      return true
    }

    private static let samplesAtATime = 3

    private mutating func endWord(at time: Double, _ report: (MonitorEvent) -> Void) {
      guard !transcript.openWord.isEmpty else { return }
      guess.note(transcript.openWord.map(\.code))
      if rules.alphabet == .automatic { transcript.rewrite(by: rules.copyist(guess)) }
      let text = transcript.text(of: transcript.openWord)
      transcript.endWord()
      if !text.isEmpty { emit(report) { .word($0, text: text, time: time) } }
    }
  }
}
