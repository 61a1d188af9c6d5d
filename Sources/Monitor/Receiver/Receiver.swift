import Capture
import Frames
import Light
import Morse

/// Turns grids into text: joins the light reader with one decoder for each torch.
///
/// It is cheap enough to run on the thread where the grid arrives. It uses no clock and no device, so a recording is read as a
/// camera is.
public struct Receiver: Sendable {
  public struct Configuration: Sendable {
    public var light: LightReader.Configuration
    /// Uses the alphabet of ``copying``.
    public var decoder: Decoder.Configuration
    /// The rules by which code words become text.
    public var copying: CopyingRules
    /// Limit of the torches that are kept. The default is more than are read at a time, and usually enough for a day.
    public var torchCapacity: Int
    /// Whether a message is expected. Then every light that signals is a torch, even if its text is short.
    public var expectsMessage: Bool

    public init(
      light: LightReader.Configuration = .init(), decoder: Decoder.Configuration = .init(),
      copying: CopyingRules = CopyingRules(), torchCapacity: Int = 64, expectsMessage: Bool = false
    ) {
      self.light = light
      self.decoder = decoder
      self.copying = copying
      self.torchCapacity = torchCapacity
      self.expectsMessage = expectsMessage
      self.decoder.alphabet = copying.decodingAlphabet
    }
  }

  private var configuration: Configuration
  private var reader: LightReader
  /// In the order in which the lights were found.
  private(set) var channels: [Channel] = []
  /// Torches named so far.
  private var torchCount = 0
  /// Time of the latest grid, in seconds on the source's axis.
  public private(set) var time = 0.0
  /// The light reader's state after the latest grid.
  public private(set) var light: LightState
  /// The source of the grids.
  var source: SourceInfo?
  /// Whether the reading was finished; see ``take(_:report:)``.
  var isFinished = false
  /// Whether the source has ended. If it streams again, it starts at another moment.
  var hasEnded = false
  private(set) var scene = LightTrace()
  /// Messages of this program. Their characters are marked when they are read back.
  var ownSignal = OwnSignal() {
    didSet { for index in channels.indices { channels[index].ownSignal = ownSignal } }
  }
  /// Lost frames and changes of exposure.
  public private(set) var incidents = LightIncidents()
  private(set) var unread = UnreadDiagnosis()
  private var pictureMotion = PictureMotion()
  // Reused, so that its storage is allocated once.
  private var pendingEvents: [LightEvent] = []

  public init(_ configuration: Configuration = .init()) {
    self.configuration = configuration
    reader = LightReader(configuration.light)
    light = reader.state
  }

  public var sensitivity: Sensitivity {
    get { reader.configuration.sensitivity }
    set { reader.configuration.sensitivity = newValue }
  }

  /// The speed at which every torch is read, within 10 %, in words per minute inside the characters. With `nil` the speed is
  /// learned. A change affects text that is not final yet.
  public var speedLock: Double? {
    get { configuration.decoder.wordsPerMinute }
    set {
      configuration.decoder.wordsPerMinute = newValue
      for index in channels.indices { channels[index].holdSpeed(newValue) }
    }
  }

  /// Reads the grid of the next frame, and reports the events in order.
  public mutating func read(_ grid: LumaGrid, report: (MonitorEvent) -> Void) {
    let last = time
    time = grid.timestamp.seconds
    reader.read(grid) { pendingEvents.append($0) }
    light = reader.state
    pictureMotion.note(grid.motion, at: time)
    incidents.note(brightness: light.calibration == nil ? light.ambient : nil, at: time)
    scene.append(.init(time: time, level: Float(light.sceneBrightness), threshold: nil, isOn: false))
    processEvents(report)
    // The source has started another time axis, on which no text was cleared yet.
    if time < last - 1 {
      for index in channels.indices { channels[index].ignoreCharacters(before: -.infinity) }
    }
    if unread.isDue(at: time) { diagnoseUnread(grid, report) }
  }

  /// Notes that frames are missing before the next grid.
  public mutating func note(_ lost: FramesLost, report: (MonitorEvent) -> Void) {
    reader.note(lost)
    incidents.note(lost)
    report(.framesLost(lost))
  }

  /// Averages the background again, because the scene has changed.
  public mutating func recalibrate() {
    reader.recalibrate()
  }

  /// Drops everything that was read, and starts again with the user's present settings.
  ///
  /// - Parameter keepsTorches: Whether this is the same recording at another moment. Its torches then keep their letters, and
  ///   are searched where they were.
  mutating func restart(keepsTorches: Bool) {
    var configuration = configuration
    configuration.light.sensitivity = sensitivity
    var next = Receiver(configuration)
    (next.time, next.ownSignal) = (time, ownSignal)
    if keepsTorches {
      let torches = channels.filter { $0.torch != nil }
      next.channels = torches.map { Channel(from: $0, configuration) }
      next.torchCount = torchCount
      reader.restart(expecting: Set(torches.map(\.light)))
      next.reader = reader
      next.light = reader.state
    }
    self = next
  }

  /// Changes the alphabet, and rewrites the text.
  public mutating func setAlphabet(_ alphabet: AlphabetChoice, report: (MonitorEvent) -> Void) {
    let before = configuration.decoder.alphabet.name
    configuration.copying.alphabet = alphabet
    configuration.decoder.alphabet = configuration.copying.decodingAlphabet
    let needsNewDecoder = configuration.decoder.alphabet.name != before
    for index in channels.indices {
      channels[index].adopt(configuration, needsNewDecoder: needsNewDecoder, report)
    }
  }

  /// Clears the text; reading continues.
  public mutating func clearText() {
    for index in channels.indices { channels[index].clear(at: time) }
  }

  /// Ends the reading: the decoders decide everything that is still undecided.
  public mutating func finish(report: (MonitorEvent) -> Void) {
    reader.finish { pendingEvents.append($0) }
    processEvents(report)
    for index in channels.indices { channels[index].finish(at: time, report) }
    nameTorches(report)
    removeSurplusTorch()
    guard torchCount == 0, let diagnosis = channels.lazy.compactMap(\.diagnosis).first,
      unread.conclude(diagnosis, at: time)
    else { return }
    report(.diagnosis(nil, diagnosis, time: time))
  }

  private mutating func processEvents(_ report: (MonitorEvent) -> Void) {
    for event in pendingEvents { handle(event, report) }
    pendingEvents.removeAll(keepingCapacity: true)
    for index in channels.indices where channels[index].decodeWaiting(report) { reportUnit(of: index) }
    nameTorches(report)
    removeSurplusTorch()
  }

  private mutating func nameTorches(_ report: (MonitorEvent) -> Void) {
    for index in channels.indices where configuration.expectsMessage || channels[index].isTorch {
      name(index, report)
    }
  }

  private mutating func name(_ index: Int, _ report: (MonitorEvent) -> Void) {
    guard channels[index].torch == nil else { return }
    channels[index].name(TorchID(torchCount), report)
    torchCount += 1
  }

  private mutating func diagnoseUnread(_ grid: LumaGrid, _ report: (MonitorEvent) -> Void) {
    let diagnosis: Diagnosis? =
      if visibleLights.contains(where: { $0.channel.torch != nil }) {
        nil
      } else {
        visibleLights.lazy.compactMap(\.channel.diagnosis).first
          ?? (light.torches.isEmpty
            ? pictureMotion.diagnosis ?? Diagnosis(ofUnread: reader.unreadSamples(in: grid)) : nil)
      }
    guard unread.take(diagnosis, at: time) else { return }
    report(.diagnosis(nil, unread.diagnosis, time: time))
  }

  private mutating func handle(_ event: LightEvent, _ report: (MonitorEvent) -> Void) {
    switch event {
    case .calibration(let progress, let time):
      report(.calibration(progress: progress, time: time))
    case .found(let light, let x, let y, let radius, let time):
      let index = channel(of: light) ?? channels.endIndex
      if index == channels.endIndex { channels.append(Channel(light: light, configuration, ownSignal)) }
      channels[index].emit(report) { .torchFound($0, x: x, y: y, radius: radius, time: time) }
    case .lost(let light, let loss, let time):
      guard let index = channel(of: light) else { return }
      lose(index, loss, at: time, report)
    case .sample(let sample):
      guard let index = channel(of: sample.torch) else { return }
      channels[index].trace.append(sample, threshold: threshold(of: sample.torch))
      channels[index].enqueue(sample)
    case .edge(let edge):
      guard let index = channel(of: edge.torch) else { return }
      channels[index].emit(report) {
        .light(LightEdge(torch: $0, isOn: edge.isOn, time: edge.time, uncertainty: edge.uncertainty))
      }
      channels[index].trace.apply(edge)
    }
  }

  private mutating func lose(
    _ index: Int, _ loss: LightLoss, at time: Double, _ report: (MonitorEvent) -> Void
  ) {
    switch loss {
    case .silence:
      channels[index].finish(at: time, report)
      nameTorches(report)
      channels[index].emit(report) { .torchLost($0, time: time) }
    case .noSignal:
      // A light that is not a torch by now never becomes one.
      if channels[index].torch != nil { channels[index].finish(at: time, report) }
      channels[index].emit(report) { .torchLost($0, time: time) }
    case .echo(let light):
      nameTorches(report)
      let original = channel(of: light)
      if let original, channels[index].torch != nil { name(original, report) }
      let echoed = original.flatMap { channels[$0].torch }
      channels[index].emit(report) { .torchLost($0, echoOf: echoed, time: time) }
      channels.remove(at: index)
      return
    }
    // A light without text counts as a new light when it returns.
    if channels[index].torch == nil { channels.remove(at: index) }
  }

  /// If there are too many torches, removes the oldest one that is lost. Memory stays bounded, because a program may run for
  /// months.
  private mutating func removeSurplusTorch() {
    guard channels.count(where: { $0.torch != nil }) > configuration.torchCapacity else { return }
    let seen = light.awaited.union(light.torches.map(\.id))
    if let oldest = channels.firstIndex(where: { $0.torch != nil && !seen.contains($0.light) }) {
      channels.remove(at: oldest)
    }
  }

  /// Passes the unit to the light reader, which derives from it how long a light may stay on.
  private mutating func reportUnit(of index: Int) {
    guard let unit = channels[index].decoder.unit else { return }
    reader.expectUnit(channels[index].light, seconds: unit)
  }

  private func threshold(of light: TorchID) -> Double? {
    self.light.torches.first { $0.id == light }?.threshold
  }

  /// The visible lights: torches in the order of their letters, then the others.
  var visibleLights: [(state: TorchState, channel: Channel)] {
    light.torches.compactMap { state in channel(of: state.id).map { (state, channels[$0]) } }
      .sorted { ($0.channel.torch?.index ?? .max) < ($1.channel.torch?.index ?? .max) }
  }

  private func channel(of light: TorchID) -> Int? { channels.firstIndex { $0.light == light } }
}
