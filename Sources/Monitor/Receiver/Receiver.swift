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
    /// The most torches that are kept: more than are read at a time, and usually all of a day.
    public var lanes: Int
    /// Whether a message is expected: then every light that signals is a torch, however short its text.
    public var expectsMessage: Bool

    public init(
      light: LightReader.Configuration = .init(), decoder: Decoder.Configuration = .init(),
      copying: CopyingRules = CopyingRules(), lanes: Int = 64, expectsMessage: Bool = false
    ) {
      self.light = light
      self.decoder = decoder
      self.copying = copying
      self.lanes = lanes
      self.expectsMessage = expectsMessage
      self.decoder.alphabet = copying.decodingAlphabet
    }
  }

  private var configuration: Configuration
  private var reader: LightReader
  /// In the order in which the lights were found.
  private(set) var lanes: [Lane] = []
  /// Torches named so far.
  private var torchCount = 0
  /// Seconds on the source's axis: of the latest grid.
  public private(set) var time = 0.0
  /// How the reader sees the scene since the latest grid.
  public private(set) var light: LightState
  /// The source of the grids, and whether it has ended; see ``take(_:report:)``.
  var source: SourceInfo?
  var isFinished = false
  /// Whether the source has ended: if it streams again, it is from another moment.
  var hasEnded = false
  private(set) var scene = LightTrace()
  /// Messages of this program, which are marked when they are read back.
  var ownSignal = OwnSignal() {
    didSet { for index in lanes.indices { lanes[index].ownSignal = ownSignal } }
  }
  /// Lost frames and changes of exposure.
  public private(set) var incidents = LightIncidents()
  private(set) var unread = UnreadDiagnosis()
  // Reused, because it keeps its storage.
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

  /// The speed at which every torch is read, give or take 10 %, in words per minute inside the characters; `nil` is learned. A
  /// change affects text that is not final yet.
  public var speedLock: Double? {
    get { configuration.decoder.wordsPerMinute }
    set {
      configuration.decoder.wordsPerMinute = newValue
      for index in lanes.indices { lanes[index].holdSpeed(newValue) }
    }
  }

  /// Reads the grid of the next frame, and reports the events in order.
  public mutating func read(_ grid: LumaGrid, report: (MonitorEvent) -> Void) {
    let last = time
    time = grid.timestamp.seconds
    reader.read(grid) { inbox.append($0) }
    light = reader.state
    incidents.note(brightness: light.calibration == nil ? light.ambient : nil, at: time)
    scene.append(.init(time: time, level: Float(light.sceneBrightness), threshold: nil, isOn: false))
    emptyInbox(report)
    // The source has begun another time axis, on which no text was cleared yet.
    if time < last - 1 {
      for index in lanes.indices { lanes[index].keepWhatBegins(from: -.infinity) }
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

  /// Starts reading again from nothing, with the user's present settings.
  ///
  /// - Parameter keepsTorches: Whether this is the same recording at another moment: its torches keep their letters, and are
  ///   expected where they were.
  mutating func beginAnew(keepsTorches: Bool) {
    var configuration = configuration
    configuration.light.sensitivity = sensitivity
    var next = Receiver(configuration)
    (next.time, next.ownSignal) = (time, ownSignal)
    if keepsTorches {
      let torches = lanes.filter { $0.torch != nil }
      next.lanes = torches.map { Lane(from: $0, configuration) }
      next.torchCount = torchCount
      reader.beginAnew(expecting: Set(torches.map(\.light)))
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
    let readsAnew = configuration.decoder.alphabet.name != before
    for index in lanes.indices { lanes[index].adopt(configuration, readsAnew: readsAnew, report) }
  }

  /// Clears the text; reading continues.
  public mutating func clearText() {
    for index in lanes.indices { lanes[index].clear(at: time) }
  }

  /// Ends the reading: everything still undecided is decided.
  public mutating func finish(report: (MonitorEvent) -> Void) {
    reader.finish { inbox.append($0) }
    emptyInbox(report)
    for index in lanes.indices { lanes[index].finish(at: time, report) }
    nameTorches(report)
    forgetOldest()
    guard torchCount == 0, let diagnosis = lanes.lazy.compactMap(\.diagnosis).first,
      unread.conclude(diagnosis, at: time)
    else { return }
    report(.diagnosis(nil, diagnosis, time: time))
  }

  private mutating func emptyInbox(_ report: (MonitorEvent) -> Void) {
    for event in inbox { handle(event, report) }
    inbox.removeAll(keepingCapacity: true)
    for index in lanes.indices where lanes[index].decodeWaiting(report) { reportUnit(of: index) }
    nameTorches(report)
    forgetOldest()
  }

  private mutating func nameTorches(_ report: (MonitorEvent) -> Void) {
    for index in lanes.indices where configuration.expectsMessage || lanes[index].isTorch {
      name(index, report)
    }
  }

  private mutating func name(_ index: Int, _ report: (MonitorEvent) -> Void) {
    guard lanes[index].torch == nil else { return }
    lanes[index].name(TorchID(torchCount), report)
    torchCount += 1
  }

  private mutating func diagnoseUnread(_ grid: LumaGrid, _ report: (MonitorEvent) -> Void) {
    let diagnosis: Diagnosis? =
      if inSight.contains(where: { $0.lane.torch != nil }) {
        nil
      } else {
        inSight.lazy.compactMap(\.lane.diagnosis).first
          ?? (light.torches.isEmpty ? Diagnosis(ofUnread: reader.unread(grid)) : nil)
      }
    guard unread.take(diagnosis, at: time) else { return }
    report(.diagnosis(nil, unread.diagnosis, time: time))
  }

  private mutating func handle(_ event: LightEvent, _ report: (MonitorEvent) -> Void) {
    switch event {
    case .calibration(let progress, let time):
      report(.calibration(progress: progress, time: time))
    case .found(let light, let x, let y, let radius, let time):
      let index = lane(of: light) ?? lanes.endIndex
      if index == lanes.endIndex { lanes.append(Lane(light: light, configuration, ownSignal)) }
      lanes[index].emit(report) { .torchFound($0, x: x, y: y, radius: radius, time: time) }
    case .lost(let light, let loss, let time):
      guard let index = lane(of: light) else { return }
      lose(index, loss, at: time, report)
    case .sample(let sample):
      guard let index = lane(of: sample.torch) else { return }
      lanes[index].trace.append(sample, threshold: threshold(of: sample.torch))
      lanes[index].wait(sample)
    case .edge(let edge):
      guard let index = lane(of: edge.torch) else { return }
      lanes[index].emit(report) {
        .light(LightEdge(torch: $0, isOn: edge.isOn, time: edge.time, uncertainty: edge.uncertainty))
      }
      lanes[index].trace.turn(edge)
    }
  }

  private mutating func lose(
    _ index: Int, _ loss: LightLoss, at time: Double, _ report: (MonitorEvent) -> Void
  ) {
    switch loss {
    case .silence:
      lanes[index].finish(at: time, report)
      nameTorches(report)
      lanes[index].emit(report) { .torchLost($0, time: time) }
    case .noSignal:
      // A light that is no torch by now never becomes one.
      if lanes[index].torch != nil { lanes[index].finish(at: time, report) }
      lanes[index].emit(report) { .torchLost($0, time: time) }
    case .echo(let light):
      nameTorches(report)
      let original = lane(of: light)
      if let original, lanes[index].torch != nil { name(original, report) }
      let echoed = original.flatMap { lanes[$0].torch }
      lanes[index].emit(report) { .torchLost($0, echoOf: echoed, time: time) }
      lanes.remove(at: index)
      return
    }
    // A light without text is a new light when it comes again.
    if lanes[index].torch == nil { lanes.remove(at: index) }
  }

  /// Removes the oldest torch that is lost if there are too many: a program may run for months.
  private mutating func forgetOldest() {
    guard lanes.count(where: { $0.torch != nil }) > configuration.lanes else { return }
    let seen = Set(light.torches.map(\.id))
    if let oldest = lanes.firstIndex(where: { $0.torch != nil && !seen.contains($0.light) }) {
      lanes.remove(at: oldest)
    }
  }

  /// Passes the unit to the light reader, which judges by it how long a light may stay on.
  private mutating func reportUnit(of index: Int) {
    guard let unit = lanes[index].decoder.unit else { return }
    reader.expectUnit(lanes[index].light, seconds: unit)
  }

  private func threshold(of light: TorchID) -> Double? {
    self.light.torches.first { $0.id == light }?.threshold
  }

  /// The visible lights: torches by their letters, then others.
  var inSight: [(state: TorchState, lane: Lane)] {
    light.torches.compactMap { state in lane(of: state.id).map { (state, lanes[$0]) } }
      .sorted { ($0.lane.torch?.index ?? .max) < ($1.lane.torch?.index ?? .max) }
  }

  private func lane(of light: TorchID) -> Int? { lanes.firstIndex { $0.light == light } }
}
