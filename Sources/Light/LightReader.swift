import Frames
import Glibc

/// Reads light: grids of luma in, torches and the edges of their light out.
///
/// Call ``read(_:report:)`` with every frame's grid in order. The reader calibrates, finds the lights that are keyed,
/// reads what it missed of each from the frames it kept, and from then on reports a sample for every frame and an edge
/// for every change, in lanes by ``TorchID``.
public struct LightReader: Sendable {
  public struct Configuration: Sendable {
    /// May be changed at any time.
    public var sensitivity: Sensitivity
    /// How many torches to read at most; further ones are counted.
    public var torches: Int
    /// Seconds of calm that make the baseline.
    public var calibrationTime: Double
    /// Frames kept to be read again when a torch is found, and the memory they may take: 3600 are 60 s at 60 a second.
    public var historyFrames: Int
    public var historyBytes: Int

    public init(
      sensitivity: Sensitivity = .automatic, torches: Int = 16, calibrationTime: Double = 1,
      historyFrames: Int = 3600, historyBytes: Int = 64 << 20
    ) {
      self.sensitivity = sensitivity
      self.torches = torches
      self.calibrationTime = calibrationTime
      self.historyFrames = historyFrames
      self.historyBytes = historyBytes
    }
  }

  public var configuration: Configuration

  private(set) var scene: Scene?
  private var torches: [Torch] = []
  /// Torches that are read no more, where they were: one that comes back gets its letter again. The last ones.
  private var departed: [Torch] = []
  /// Those of them that are looked for where they were, after ``beginAnew(expecting:)``, and the shape of their grids.
  private var expected: Set<TorchID> = []
  private var shapeBefore: GridShape?
  private var unread = UnreadLights()
  private var units: [TorchID: Double] = [:]
  private var nextIndex = 0
  private var finder = TorchFinder()
  private var passing = PassingLight()
  private var wantsRecalibration = false
  private var nextEchoCheck = -Double.infinity

  public init(_ configuration: Configuration = .init()) {
    self.configuration = configuration
  }

  /// Reads the next frame.
  ///
  /// A frame whose time does not lie after the last one's is left out, unless it lies a second or more before: then
  /// the source has begun a new time axis, and so does the reader.
  public mutating func read(_ grid: LumaGrid, report: (LightEvent) -> Void) {
    let shape = GridShape(grid)
    let time = grid.timestamp.seconds
    if let scene {
      if scene.shape != shape || scene.number != grid.motion.scene || time < scene.time - 1
        || wantsRecalibration
      {
        leaveAll(at: scene.time, report: report)
        if scene.shape == shape {
          for index in departed.indices { departed[index].beginAnew() }
        } else {
          departed.removeAll()
        }
        nextEchoCheck = -.infinity
        finder.cancel()
        self.scene = nil
      } else if time <= scene.time {
        return
      }
    }
    wantsRecalibration = false
    if let before = shapeBefore.take(), before != shape { departed.removeAll() }
    if scene == nil { scene = newScene(shape, grid.motion) }
    let wasCalibrated = scene!.calibration.isDone
    scene!.take(grid)
    if scene!.hasComeAlive, torches.isEmpty {
      finder.cancel()
      scene = newScene(shape, grid.motion)
    }
    if !wasCalibrated {
      report(.calibration(progress: scene!.calibration.progress, time: time))
    }
    guard scene!.history.end > 0 else { return }
    follow(grid, at: time, report: report)
    if torches.count > 1, time >= nextEchoCheck { leaveEchoes(at: time, report: report) }
    if !finder.isSearching, scene!.isSearchDue {
      resumeExpected(at: time, report: report)
      beginSearch(at: time, demand: .signalling)
    }
    if finder.isSearching { proceedWithSearch(at: time, report: report) }
  }

  /// Tells of frames that will never come. Their time is unknown light, not darkness.
  public mutating func note(_ lost: FramesLost) {
    scene?.isInterrupted = true
    for index in torches.indices { torches[index].interrupt() }
  }

  /// Begins anew with the next frame: the scene as it then is becomes the calm one. Torches must be found again.
  public mutating func recalibrate() {
    wantsRecalibration = true
  }

  /// Begins anew with the next frame, which is from another moment of the same recording. Torches are left without a report; one
  /// that is `expected` goes on with its first mark where it was.
  public mutating func beginAnew(expecting expected: Set<TorchID>) {
    guard let scene else { return }
    leaveAll(at: scene.time) { _ in }
    for index in departed.indices { departed[index].beginAnew() }
    self.expected = expected
    shapeBefore = scene.shape
    nextEchoCheck = -.infinity
    finder.cancel()
    self.scene = nil
  }

  /// Tells how long a torch's dot is: marks of up to eight of them (and of up to 2 s) are believed.
  public mutating func expectUnit(_ torch: TorchID, seconds: Double) {
    units[torch] = seconds
    for index in torches.indices where torches[index].id == torch { torches[index].set(unit: seconds) }
  }

  /// Ends the reading: everything still pending comes out, and a light too brief to be sure of is given the benefit of
  /// the doubt.
  public mutating func finish(report: (LightEvent) -> Void) {
    guard let scene else { return }
    searchToEnd(at: scene.time, demand: .signalling, report: report)
    if torches.isEmpty && departed.isEmpty { searchToEnd(at: scene.time, demand: .anything, report: report) }
    for index in torches.indices { torches[index].finish(report: report) }
  }

  public var state: LightState {
    let places = scene.flatMap { $0.history.end > 0 ? $0.history[$0.history.end - 1].places : nil }
    return LightState(
      calibration: scene.map { $0.calibration.isDone ? nil : $0.calibration.progress } ?? 0,
      sceneBrightness: scene?.brightness ?? 100, ambient: scene?.ambientBrightness ?? 1,
      torches: torches.map { torch in
        let place = SIMD2(torch.footprint.x, torch.footprint.y)
        let seen = place + (places?.way(at: place) ?? .zero)
        return TorchState(
          id: torch.id, columns: torch.footprint.columns, rows: torch.footprint.rows,
          x: seen.x, y: seen.y, radius: torch.radius,
          isOn: torch.tracker.isOn, level: torch.level,
          threshold: torch.tracker.threshold, darkLevel: torch.tracker.levels.dark,
          brightLevel: torch.tracker.levels.bright,
          contrastToNoise: torch.contrastToNoise)
      },
      unreadCount: unread.lights.count)
  }

  /// Departed torches remembered.
  private static let mostDeparted = 32

  /// The step above the dark level that counts as on, where the user has set it.
  private var manualStep: Double? {
    guard case .manual(let sensitivity) = configuration.sensitivity, let scene else { return nil }
    return Self.step(sensitivity: sensitivity, meanLuma: scene.meanLuma)
  }

  /// 3 on the 100 scale at the middle, ten times more or less at the ends; twice as much where the scene is half as
  /// bright as middling light, up to eight times.
  static func step(sensitivity: Double, meanLuma: Double) -> Double {
    let middling = 96.0
    let darkness = min(8, max(1, middling / max(meanLuma, 1)))
    return 3 * pow(10, 1 - 2 * min(1, max(0, sensitivity))) * darkness
  }

  private mutating func follow(_ grid: LumaGrid, at time: Double, report: (LightEvent) -> Void) {
    let manualStep = manualStep
    var index = 0
    while index < torches.count {
      torches[index].set(manualStep: manualStep)
      torches[index].clipped = grid.clippedShare(of: torches[index].footprint.carriers.lazy.map(\.index))
      torches[index].read(scene!.history.end - 1, in: scene!, report: report)
      torches[index].see(brightest: brightest(in: grid, torches[index].footprint))
      let isNoSignal = torches[index].examine() && !isPlausible(index)
      if torches[index].schedule.isCheckDue(at: time) {
        let others = torches.indices.filter { $0 != index }.map { torches[$0].footprint }
        torches[index].refit(in: scene!, others: others)
      }
      if isNoSignal || torches[index].isOver(at: time) {
        leave(index, isNoSignal ? .noSignal : .silence, at: time, report: report)
      } else {
        index += 1
      }
    }
  }

  /// Whether a light that was examined still signals.
  private mutating func isPlausible(_ index: Int) -> Bool {
    let torch = torches[index]
    if torch.isImplausible { return false }
    // One that is followed passes indeed.
    guard !torch.motion.isFollowed, scene!.time >= torch.nextPassingCheck else {
      return true
    }
    torches[index].nextPassingCheck = scene!.time + Self.passingInterval
    return !passing.isSurelySeen(
      in: torch.footprint.carriers[0].index, lit: torch.light.lit, history: scene!.history,
      shape: scene!.shape)
  }

  /// Seconds from one look whether a torch passes to the next.
  private static let passingInterval = 4.0

  private func brightest(in grid: LumaGrid, _ footprint: Footprint) -> Int {
    var maximum: UInt8 = 0
    for tile in footprint.carriers { maximum = max(maximum, grid.tiles[tile.index].maximum) }
    return Int(maximum)
  }

  private mutating func resumeExpected(at time: Double, report: (LightEvent) -> Void) {
    guard !expected.isEmpty else { return }
    for torch in departed where expected.contains(torch.id) {
      guard let sighting = torch.resumed(in: scene!) else { continue }
      take(sighting, at: time, report: report)
    }
    let waiting = Set(departed.map(\.id))
    expected.formIntersection(waiting)
  }

  private func newScene(_ shape: GridShape, _ motion: SceneMotion) -> Scene {
    Scene(
      shape, number: motion.scene, frames: configuration.historyFrames, bytes: configuration.historyBytes,
      calibrationTime: configuration.calibrationTime)
  }

  private mutating func beginSearch(at time: Double, demand: Demand) {
    let window = scene!.nextSearch(everything: demand == .anything)
    unread.forget(before: time)
    finder.begin(
      TorchFinder.Task(
        frames: window.frames, horizon: window.horizon, demand: demand, leastStep: manualStep ?? 0.3,
        known: (torches + departed).map { $0.known(at: time) } + unread.lights),
      in: scene!)
  }

  private mutating func proceedWithSearch(at time: Double, report: (LightEvent) -> Void) {
    for sighting in finder.proceed(in: scene!) { take(sighting, at: time, report: report) }
  }

  private mutating func searchToEnd(
    at time: Double, demand: Demand, report: (LightEvent) -> Void
  ) {
    beginSearch(at: time, demand: demand)
    while finder.isSearching { proceedWithSearch(at: time, report: report) }
  }

  /// Whether a new light only blinks, or is something that passes, by more of its marks than the finder has seen.
  private mutating func saysNothing(_ torch: Torch, blinks: Bool) -> Bool {
    blinks
      || passing.isSeen(
        in: torch.footprint.carriers[0].index, lit: torch.light.lit,
        frames: (torch.motion.course?.places.last?.from ?? scene!.history.begin)..<scene!.history.end,
        history: scene!.history, shape: scene!.shape)
  }

  /// Reads a light that was just found, from its first mark on.
  private mutating func take(
    _ sighting: Sighting, at time: Double, report: (LightEvent) -> Void
  ) {
    // The same light at other levels, whose lane goes on, or one that has come back.
    let silent = torches.first { $0.isSilent(at: time) && $0.isBeside(sighting) }
    let last = silent ?? departed.first { $0.isBeside(sighting) }
    var torch = Torch(
      last?.id ?? TorchID(nextIndex), sighting, at: time, capacity: scene!.history.capacity,
      toldUntil: last?.toldUntil ?? -.infinity)
    torch.set(unit: units[torch.id])
    torch.set(manualStep: manualStep)
    torch.retrace(in: scene!, others: torches.filter { $0.id != torch.id }.map(\.footprint))
    let first = torch.firstFrame(in: scene!.history, frameTime: scene!.frameTime)
    if last == nil, !torches.contains(where: { $0.isBeside(sighting) }),
      saysNothing(torch, blinks: first?.blinks ?? false)
    {
      return
    }
    guard silent != nil || makeRoom(for: sighting, at: time, report: report) else {
      return unread.note(sighting.light, at: time)
    }
    torches.removeAll { $0.id == torch.id }
    departed.removeAll { $0.id == torch.id }
    if last == nil { nextIndex += 1 }
    if let first {
      if silent == nil {
        let frame = scene!.history.firstFrame(since: first.mark)
        let footprint = torch.footprint(ofFrame: frame)
        let place = SIMD2(footprint.x, footprint.y)
        let seen = place + scene!.history[frame].places.way(at: place)
        report(.found(torch.id, x: seen.x, y: seen.y, radius: torch.radius, time: first.mark))
      }
      for frame in first.frame..<scene!.history.end {
        torch.read(frame, in: scene!, report: report)
      }
      torch.forget(first.frame..<scene!.history.firstFrame(since: first.mark))
    }
    torches.insert(torch, at: torches.firstIndex { $0.id > torch.id } ?? torches.count)
    nextEchoCheck = time
  }

  /// Makes sure that one more torch can be read, by leaving one that has been silent for long, or one not half as clear as the sighting.
  private mutating func makeRoom(
    for sighting: Sighting, at time: Double, report: (LightEvent) -> Void
  ) -> Bool {
    guard torches.count >= configuration.torches else { return true }
    let contrast = sighting.tracker.levels.step / sighting.tracker.levels.noise
    let weakest = torches.indices.min { torches[$0].contrastToNoise < torches[$1].contrastToNoise }
    let leaving =
      torches.firstIndex { $0.isSilent(at: time, for: 12, units: 40) }
      ?? weakest.flatMap { 2 * torches[$0].contrastToNoise < contrast ? $0 : nil }
    guard let leaving else { return false }
    leave(leaving, .silence, at: time, report: report)
    return true
  }

  private mutating func leave(
    _ index: Int, _ loss: LightLoss, at time: Double, report: (LightEvent) -> Void
  ) {
    var torch = torches.remove(at: index)
    torch.finish(report: report)
    report(.lost(torch.id, loss, time: time))
    departed.append(torch)
    if departed.count > Self.mostDeparted { departed.removeFirst() }
  }

  /// Seconds from one look for reflections to the next.
  private static let echoInterval = 1.0

  /// Of two torches that are one light, the fainter one is left.
  private mutating func leaveEchoes(at time: Double, report: (LightEvent) -> Void) {
    nextEchoCheck = time + Self.echoInterval
    var index = torches.count - 1
    while index > 0 {
      let echoed = (0..<index).first { torches[index].isEcho(of: torches[$0], at: time, in: scene!.history) }
      if let echoed {
        let isFainter = torches[index].contrastToNoise < torches[echoed].contrastToNoise
        let (faint, clear) = isFainter ? (index, echoed) : (echoed, index)
        leave(faint, .echo(of: torches[clear].id), at: time, report: report)
      }
      index -= 1
    }
  }

  private mutating func leaveAll(at time: Double, report: (LightEvent) -> Void) {
    while !torches.isEmpty { leave(0, .silence, at: time, report: report) }
    unread.removeAll()
  }
}
