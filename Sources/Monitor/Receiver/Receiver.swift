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
    /// Whether somebody is known to send: every light that signals is a torch then, however little it says.
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
      for index in lanes.indices { lanes[index].holdSpeed(newValue) }
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
    if unread.isDue(at: time) { diagnoseUnread(grid, report) }
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
  ///
  /// - Parameter keepsTorches: Whether it is the same recording, from another moment: its torches keep their letters and are looked
  ///   for where they were.
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
    for index in lanes.indices where lanes[index].decodeWaiting(report) { tellUnit(of: index) }
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
      lanes[index].tell(report) { .torchFound($0, x: x, y: y, radius: radius, time: time) }
    case .lost(let light, let loss, let time):
      guard let index = lane(of: light) else { return }
      lose(index, loss, at: time, report)
    case .sample(let sample):
      guard let index = lane(of: sample.torch) else { return }
      lanes[index].trace.append(sample, threshold: threshold(of: sample.torch))
      lanes[index].wait(sample)
    case .edge(let edge):
      guard let index = lane(of: edge.torch) else { return }
      lanes[index].tell(report) {
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
      lanes[index].tell(report) { .torchLost($0, time: time) }
    case .noSignal:
      // What was not known for a torch until now never will be.
      if lanes[index].torch != nil { lanes[index].finish(at: time, report) }
      lanes[index].tell(report) { .torchLost($0, time: time) }
    case .echo(let light):
      nameTorches(report)
      let original = lane(of: light)
      if let original, lanes[index].torch != nil { name(original, report) }
      let echoed = original.flatMap { lanes[$0].torch }
      lanes[index].tell(report) { .torchLost($0, echoOf: echoed, time: time) }
      lanes.remove(at: index)
      return
    }
    // What never said anything is another light when it comes again.
    if lanes[index].torch == nil { lanes.remove(at: index) }
  }

  /// Torches come and go for months: of more than are remembered, the oldest that is out of sight is forgotten.
  private mutating func forgetOldest() {
    guard lanes.count(where: { $0.torch != nil }) > configuration.lanes else { return }
    let seen = Set(light.torches.map(\.id))
    if let oldest = lanes.firstIndex(where: { $0.torch != nil && !seen.contains($0.light) }) {
      lanes.remove(at: oldest)
    }
  }

  /// The reader judges by the unit how long a light may stay on.
  private mutating func tellUnit(of index: Int) {
    guard let unit = lanes[index].decoder.unit else { return }
    reader.expectUnit(lanes[index].light, seconds: unit)
  }

  private func threshold(of light: TorchID) -> Double? {
    self.light.torches.first { $0.id == light }?.threshold
  }

  /// The lights in sight, torches by their letters before others.
  var inSight: [(state: TorchState, lane: Lane)] {
    light.torches.compactMap { state in lane(of: state.id).map { (state, lanes[$0]) } }
      .sorted { ($0.lane.torch?.index ?? .max) < ($1.lane.torch?.index ?? .max) }
  }

  private func lane(of light: TorchID) -> Int? { lanes.firstIndex { $0.light == light } }
}
