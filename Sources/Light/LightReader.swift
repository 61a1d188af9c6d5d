import Frames
import Glibc

/// Turns luma grids into torches, and the edges of their light.
///
/// Call ``read(_:report:)`` with every frame's grid in order. The reader calibrates and finds the lights that are keyed. It
/// reads the beginning of each from the frames in its history, and then reports a sample for every frame and an edge for every
/// change, with the ``TorchID``.
public struct LightReader: Sendable {
  /// The options of a reader; every one has a default.
  public struct Configuration: Sendable {
    /// How much extra light counts as on.
    public var sensitivity: Sensitivity
    /// The most torches that are read; further ones are counted.
    public var torches: Int

    /// By default an automatic threshold, and up to 16 torches.
    public init(sensitivity: Sensitivity = .automatic, torches: Int = 16) {
      self.sensitivity = sensitivity
      self.torches = torches
    }
  }

  /// Frames in the history, which are read again when a torch is found: 3600 are 60 s at 60 frames per second.
  private static let historyFrames = 3600
  /// Limit of the memory for the tiles of these frames, in bytes. In large pictures it may leave fewer frames.
  private static let historyBytes = 64 << 20

  /// The options. They may be changed at any time.
  public var configuration: Configuration

  private(set) var scene: Scene?
  private var torches: [Torch] = []
  /// The last torches that are no longer read. One that comes back to its place gets its letter again. Those that were parts or
  /// reflections of another torch are not among them.
  private var departed: [Torch] = []
  /// The departed torches that are searched at their places after ``restart(expecting:)``, and the shape of their grids.
  private var expected: Set<TorchID> = []
  private var shapeBefore: GridShape?
  /// The torches that were read when a scene ended, and may continue in this one; and until when, in seconds.
  private var awaited: [TorchID: Double] = [:]
  private var unread = UnreadLights()
  private var units: [TorchID: Double] = [:]
  private var nextIndex = 0
  private var finder = TorchFinder()
  private var passing = PassingLight()
  private var wantsRecalibration = false
  private var nextEchoCheck = -Double.infinity

  /// A reader without any frames yet.
  public init(_ configuration: Configuration = .init()) {
    self.configuration = configuration
  }

  /// Reads the next frame.
  ///
  /// A frame that is not later than the last one is ignored, unless it is more than a second earlier: then the source has begun
  /// a new time axis, and the reader restarts. It also restarts with a frame of another size or of another scene
  /// (``SceneMotion/scene``). Then all torches are reported as lost. If another scene of the same size follows within ten
  /// seconds, they are awaited: one that is found within another ten seconds, where ``SceneMotion/lastScene`` places it, goes on
  /// without a report. With the same size, lost torches get their letters again when they come back.
  ///
  /// - Complexity: O(*n*) on average for *n* tiles, and O(*f*) for *f* frames in the history when a torch is found. A search
  ///   for lamps begins four times a second, and examines a few tiles with each frame.
  public mutating func read(_ grid: LumaGrid, report: (LightEvent) -> Void) {
    let shape = GridShape(grid)
    let time = grid.timestamp.seconds
    if let scene {
      if scene.shape != shape || scene.number != grid.motion.scene || time < scene.time - 1
        || wantsRecalibration
      {
        let isContinuous = scene.shape == shape && time > scene.time && time < scene.time + Self.waitingTime
        let torchesContinue = isContinuous && !wantsRecalibration
        leave(
          scene, isContinuous: isContinuous, continuesUntil: torchesContinue ? time + Self.waitingTime : nil,
          report: report)
        let isNextNumber = grid.motion.scene == scene.number &+ 1
        let transform = torchesContinue && isNextNumber ? grid.motion.lastScene : nil
        for index in departed.indices { departed[index].enterNextScene(from: transform, in: shape) }
        if scene.shape != shape { departed.removeAll() }
      } else if time <= scene.time {
        return
      }
    }
    wantsRecalibration = false
    if let before = shapeBefore.take(), before != shape { departed.removeAll() }
    // Taken out of `self`, so that a change does not copy it.
    var scene = scene.take() ?? newScene(shape, grid.motion)
    defer { self.scene = scene }
    if let move = scene.moveGrid(to: grid) { moveTorches(move, at: time, report: report) }
    let wasCalibrated = scene.calibration.isDone
    scene.take(grid)
    if scene.hasComeAlive, torches.isEmpty {
      finder.cancel()
      scene = newScene(shape, grid.motion)
    }
    if !wasCalibrated {
      report(.calibration(progress: scene.calibration.progress, time: time))
    }
    guard scene.history.end > 0 else { return }
    endAwaited(at: time, report: report)
    track(grid, in: scene, report: report)
    if torches.count > 1, time >= nextEchoCheck { removeEchoes(in: scene, report: report) }
    if !finder.isSearching, scene.isSearchDue {
      resumeExpected(in: scene, report: report)
      beginSearch(in: &scene, criteria: .signalling)
    }
    if finder.isSearching { proceedWithSearch(in: scene, report: report) }
  }

  /// Notes lost frames. The light is unknown in them, not dark.
  public mutating func note(_ lost: FramesLost) {
    scene?.isInterrupted = true
    for index in torches.indices { torches[index].tracker.interrupt() }
  }

  /// Starts over with the next frame: the background is averaged again, and torches must be found again.
  public mutating func recalibrate() {
    wantsRecalibration = true
  }

  /// Restarts with the next frame, which is from another moment of the same recording. Torches end without a report. One that
  /// is `expected` continues with its first mark at its old place.
  public mutating func restart(expecting expected: Set<TorchID>) {
    guard let scene else { return }
    leave(scene) { _ in }
    self.expected = expected
    shapeBefore = scene.shape
  }

  /// Sets the length of a torch's dot, in seconds. Marks of up to eight dots, and of up to 2 s, are accepted.
  public mutating func expectUnit(_ torch: TorchID, seconds: Double) {
    units[torch] = seconds
    for index in torches.indices where torches[index].id == torch { torches[index].tracker.unit = seconds }
  }

  /// Ends the reading: everything still pending is reported. If no torch was found, a single clean mark is enough
  /// where nothing else in the picture changes a third as much.
  public mutating func finish(report: (LightEvent) -> Void) {
    guard var scene = scene.take() else { return }
    defer { self.scene = scene }
    searchToEnd(in: &scene, criteria: .signalling, report: report)
    if torches.isEmpty && departed.isEmpty {
      searchToEnd(in: &scene, criteria: .singleMark, report: report)
    }
    for index in torches.indices { torches[index].finish(report: report) }
  }

  /// The scene and the torches after the last frame.
  public var state: LightState {
    let places = scene?.history.last?.places
    return LightState(
      calibration: scene.map { $0.calibration.isDone ? nil : $0.calibration.progress } ?? 0,
      sceneBrightness: scene?.brightness ?? 100, ambient: scene?.ambientBrightness ?? 1,
      torches: torches.map { torch in
        let place = torch.spatialFilter.place
        let seen = place + (places?.displacement(at: place) ?? .zero)
        return TorchState(
          id: torch.id, columns: torch.spatialFilter.columns, rows: torch.spatialFilter.rows,
          x: seen.x, y: seen.y, radius: torch.radius,
          isOn: torch.tracker.isOn, level: torch.tracker.stabilized(torch.level),
          threshold: torch.tracker.stabilized(torch.tracker.threshold), darkLevel: torch.tracker.levels.dark,
          brightLevel: torch.tracker.levels.bright,
          contrastToNoise: torch.contrastToNoise)
      },
      awaited: Set(awaited.keys), unreadCount: unread.lights.count)
  }

  /// The most departed torches that are remembered.
  private static let maximumDepartedCount = 32

  /// The least step above the dark level that counts as on, if the user has set it.
  private func manualStep(in scene: Scene) -> Double? {
    guard case .manual(let sensitivity) = configuration.sensitivity else { return nil }
    return Self.step(sensitivity: sensitivity, meanLuma: scene.meanLuma)
  }

  /// The step for a sensitivity: 3 on the 100 scale at the middle, and ten times more or less at the ends. It is twice as large
  /// if the scene is half as bright as middling light, and at most eight times as large.
  static func step(sensitivity: Double, meanLuma: Double) -> Double {
    let middling = 96.0
    let darkness = min(8, max(1, middling / max(meanLuma, 1)))
    return 3 * pow(10, 1 - 2 * min(1, max(0, sensitivity))) * darkness
  }

  private mutating func track(_ grid: LumaGrid, in scene: Scene, report: (LightEvent) -> Void) {
    let manualStep = manualStep(in: scene)
    var index = 0
    while index < torches.count {
      torches[index].tracker.manualStep = manualStep
      torches[index].clipped = grid.clippedShare(of: torches[index].spatialFilter.carriers.lazy.map(\.index))
      torches[index].read(scene.history.end - 1, in: scene, report: report)
      torches[index].measureContrast(
        brightest: torches[index].spatialFilter.carriers.reduce(0) { max($0, grid.tiles[$1.index].maximum) })
      let isNoSignal = torches[index].examine() && !isPlausible(index, in: scene)
      if torches[index].schedule.isCheckDue(at: scene.time)
        || torches[index].spatialFilter.isMeasureNewlyUnknown(in: scene)
      {
        let others = torches.indices.filter { $0 != index }.map { torches[$0].spatialFilter }
        torches[index].refit(in: scene, others: others)
      }
      if isNoSignal || torches[index].tracker.isMessageOver(at: scene.time) {
        stopReading(index, isNoSignal ? .noSignal : .silence, at: scene.time, report: report)
      } else {
        index += 1
      }
    }
    for torch in torches where torch.motion.needsTracking {
      startTracking(torch, in: scene, report: report)
    }
    for torch in torches where torch.needsRereading { readAgain(torch, in: scene, report: report) }
  }

  /// Tracks a torch that has begun to move. It is read once more along its path, because it may have been lost on its way.
  private mutating func startTracking(_ torch: Torch, in scene: Scene, report: (LightEvent) -> Void) {
    if torch.hasPath(in: scene, others: torches.filter { $0.id != torch.id }) {
      readAgain(torch, in: scene, report: report)
    }
    if let index = torches.firstIndex(where: { $0.id == torch.id }) {
      torches[index].startTracking(in: scene)
    }
  }

  /// Reads a torch again from its first mark on, because it was measured badly until now.
  private mutating func readAgain(_ torch: Torch, in scene: Scene, report: (LightEvent) -> Void) {
    guard let index = torches.firstIndex(where: { $0.id == torch.id }) else { return }
    torches[index].needsRereading = false
    startReading(
      Detection(light: torch.light, tracker: torch.tracker), inPlaceOf: torch, in: scene, report: report)
  }

  /// Whether a light that was examined still signals.
  private mutating func isPlausible(_ index: Int, in scene: Scene) -> Bool {
    let torch = torches[index]
    if torch.isImplausible { return false }
    // A tracked light would look like a passing object: it passes other tiles too.
    guard !torch.motion.isTracked, scene.time >= torch.nextPassingCheck else { return true }
    torches[index].nextPassingCheck = scene.time + Self.passingInterval
    return !passing.isSurelySeen(
      in: torch.spatialFilter.carriers[0].index, lit: torch.light.lit, history: scene.history,
      shape: scene.shape)
  }

  /// Seconds between two checks whether a torch is a passing object.
  private static let passingInterval = 4.0

  private mutating func resumeExpected(in scene: Scene, report: (LightEvent) -> Void) {
    guard !expected.isEmpty else { return }
    for torch in departed where expected.contains(torch.id) {
      guard let detection = torch.resumed(in: scene) else { continue }
      startReading(detection, in: scene, report: report)
    }
    expected.formIntersection(departed.map(\.id))
  }

  /// Moves the grid of all torches. Those that are no longer in it end.
  private mutating func moveTorches(_ move: GridMove, at time: Double, report: (LightEvent) -> Void) {
    finder.cancel()
    unread.removeAll()
    for index in departed.indices { departed[index].move(move) }
    for index in torches.indices.reversed() {
      torches[index].move(move)
      if !torches[index].isInGrid { stopReading(index, .silence, at: time, report: report) }
    }
  }

  private func newScene(_ shape: GridShape, _ motion: SceneMotion) -> Scene {
    Scene(
      shape, number: motion.scene, origin: motion.origin, frames: Self.historyFrames, bytes: Self.historyBytes
    )
  }

  private mutating func beginSearch(in scene: inout Scene, criteria: DetectionCriteria) {
    let window = scene.nextSearch(everything: criteria == .singleMark)
    unread.forget(before: scene.time)
    finder.begin(
      TorchFinder.Task(
        frames: window.frames, horizon: window.horizon, criteria: criteria,
        minimumStep: manualStep(in: scene) ?? 0.3,
        known: (torches + departed).filter(\.isInGrid).map { $0.known(at: scene.time) } + unread.lights),
      in: scene)
  }

  private mutating func proceedWithSearch(in scene: Scene, report: (LightEvent) -> Void) {
    for detection in finder.proceed(in: scene) { startReading(detection, in: scene, report: report) }
  }

  private mutating func searchToEnd(
    in scene: inout Scene, criteria: DetectionCriteria, report: (LightEvent) -> Void
  ) {
    beginSearch(in: &scene, criteria: criteria)
    while finder.isSearching { proceedWithSearch(in: scene, report: report) }
  }

  /// Whether a new light only blinks, or is a passing object. The history has more of its marks than the finder has used.
  private mutating func carriesNoSignal(_ torch: Torch, blinks: Bool, in scene: Scene) -> Bool {
    let first = torch.motion.isTracked ? torch.motion.path?.places.last?.from : nil
    return blinks
      || passing.isSeen(
        in: torch.spatialFilter.carriers[0].index, lit: torch.light.lit,
        sways: torch.motion.isTracked || torch.spatialFilter.sways,
        frames: (first ?? scene.history.begin)..<scene.history.end, history: scene.history,
        shape: scene.shape)
  }

  /// Starts to read a light that was just found, from its first mark on; or again, in place of the torch `old`.
  private mutating func startReading(
    _ detection: Detection, inPlaceOf old: Torch? = nil, in scene: Scene, report: (LightEvent) -> Void
  ) {
    let (time, history) = (scene.time, scene.history)
    // A silent torch at this place is the same light at other levels, and its channel continues. A departed one has come back.
    let silent = old == nil ? torches.first { $0.isSilent(at: time) && $0.isBeside(detection) } : nil
    let last =
      old == nil
      ? silent ?? departed.first { $0.isBeside(detection) } ?? departed.last { $0.wasBeside(detection) } : nil
    var torch = Torch(
      last?.id ?? TorchID(nextIndex), detection, at: time, capacity: history.capacity, continuing: last)
    torch.tracker.unit = units[torch.id]
    torch.tracker.manualStep = manualStep(in: scene)
    let others = torches.filter { $0.id != torch.id }
    let trackedSince = torch.trackSwayBackward(
      in: scene, others: others.filter { $0.id != old?.id }.map(\.spatialFilter))
    var parts = torch.trackBackward(in: scene, others: others)
    torch.readBeginning(detection.light.lit, in: scene, others: others.map(\.spatialFilter))
    let first = torch.findFirstMark(in: history, frameTime: scene.frameTime)
    parts += others.filter { torch.includes($0, since: trackedSince, in: scene) }.map(\.id)
    if let old {
      // Without the marks of the old torch this is another light: then no torch is a part of the old one.
      guard torch.light.sharesMarks(with: old.light, frames: history.indices) else { return }
      guard old.begins(after: trackedSince), torch.beginsNoLater(than: old),
        torch.readsOtherwise(than: old, in: history)
      else {
        return stopReading(parts.filter { $0 != old.id }, asPartsOf: old.id, at: time, report: report)
      }
      parts.append(old.id)
    }
    // Without a mark there is nothing to report yet.
    guard first != nil || silent != nil else { return }
    if last == nil, old == nil {
      let known = (others.filter { !parts.contains($0.id) } + departed).map(\.combinedLitShares)
      if torch.isGlow(of: known, in: scene) { return }
    }
    if last == nil, !torches.contains(where: { $0.isBeside(detection) }),
      carriesNoSignal(torch, blinks: first?.blinks ?? false, in: scene)
    {
      return
    }
    // The torches that are parts of this one end below, and make room.
    guard silent != nil || !parts.isEmpty || makeRoom(for: detection, at: time, report: report) else {
      return unread.note(detection.light, at: time)
    }
    torches.removeAll { $0.id == torch.id }
    departed.removeAll { $0.id == torch.id }
    if last == nil { nextIndex += 1 }
    let wasAwaited = awaited.removeValue(forKey: torch.id) != nil
    // At an unknown place the detection may be another lamp. Then the torch is reported as lost and found again, which ends its
    // last character.
    let continues = wasAwaited && last?.isPlacedBeside(detection) == true
    if let first {
      if wasAwaited, !continues { report(.lost(torch.id, .silence, time: time)) }
      if !continues, silent == nil {
        let frame = history.firstFrame(since: first.mark)
        let place = torch.spatialFilter(ofFrame: frame).place
        let seen = place + history[frame].places.displacement(at: place)
        report(.found(torch.id, x: seen.x, y: seen.y, radius: torch.radius, time: first.mark))
      }
      for frame in first.frame..<history.end { torch.read(frame, in: scene, report: report) }
      torch.forget(first.frame..<history.firstFrame(since: first.mark))
    }
    torches.insert(torch, at: torches.firstIndex { $0.id > torch.id } ?? torches.count)
    stopReading(parts, asPartsOf: torch.id, at: time, report: report)
    nextEchoCheck = time
  }

  /// Stops reading torches that are the torch `whole` at other places.
  private mutating func stopReading(
    _ parts: [TorchID], asPartsOf whole: TorchID, at time: Double, report: (LightEvent) -> Void
  ) {
    for index in torches.indices.reversed() where parts.contains(torches[index].id) {
      stopReading(index, .echo(of: whole), at: time, report: report)
    }
  }

  /// Makes room for one more torch. If necessary, a torch is dropped that has been silent for long, or has less than half of
  /// the detection's contrast. Returns whether there is room.
  private mutating func makeRoom(
    for detection: Detection, at time: Double, report: (LightEvent) -> Void
  ) -> Bool {
    guard torches.count >= configuration.torches else { return true }
    let contrast = detection.tracker.levels.step / detection.tracker.levels.noise
    let weakest = torches.indices.min { torches[$0].contrastToNoise < torches[$1].contrastToNoise }
    let leaving =
      torches.firstIndex { $0.tracker.isSilent(at: time, for: 12, units: 40) }
      ?? weakest.flatMap { 2 * torches[$0].contrastToNoise < contrast ? $0 : nil }
    guard let leaving else { return false }
    stopReading(leaving, .silence, at: time, report: report)
    return true
  }

  private mutating func stopReading(
    _ index: Int, _ loss: LightLoss, at time: Double, report: (LightEvent) -> Void
  ) {
    var torch = torches.remove(at: index)
    torch.finish(report: report)
    // An awaited torch is reported as lost only if it is not found in time.
    if awaited[torch.id] == nil { report(.lost(torch.id, loss, time: time)) }
    // The other torch goes on, so its light must not come back in this channel.
    if case .echo = loss { return }
    departed.append(torch)
    if departed.count > Self.maximumDepartedCount { departed.removeFirst() }
  }

  /// Seconds from one search for reflections to the next.
  private static let echoInterval = 1.0

  /// If two torches are one light, the fainter one is dropped.
  private mutating func removeEchoes(in scene: Scene, report: (LightEvent) -> Void) {
    let time = scene.time
    nextEchoCheck = time + Self.echoInterval
    var index = torches.count - 1
    while index > 0 {
      let echoed = (0..<index).first { torches[index].isEcho(of: torches[$0], at: time, in: scene.history) }
      if let echoed {
        let isFainter = torches[index].contrastToNoise < torches[echoed].contrastToNoise
        let (faint, clear) = isFainter ? (index, echoed) : (echoed, index)
        stopReading(faint, .echo(of: torches[clear].id), at: time, report: report)
      }
      index -= 1
    }
  }

  /// How long a torch is awaited in the next scene before it is reported as lost, and the longest gap between the scenes, in
  /// seconds. Its decoder waits as long, so that the change of scene does not end a character. At 5 words per minute, four dashes
  /// with the gaps between letters after them take 24 units, 5.8 s; the background is averaged for a second first.
  private static let waitingTime = 10.0

  /// Reports the awaited torches as lost that were not found in time.
  ///
  /// - Parameter all: Whether those end too that may still be found.
  private mutating func endAwaited(at time: Double, all: Bool = false, report: (LightEvent) -> Void) {
    for (torch, end) in awaited.sorted(by: { $0.key < $1.key }) where all || end <= time {
      awaited[torch] = nil
      report(.lost(torch, .silence, time: time))
    }
  }

  /// Ends all torches and the search. The next frame begins a new ``Scene``.
  ///
  /// - Parameters:
  ///   - isContinuous: Whether the next scene has the same size, and begins later, by less than ``waitingTime``.
  ///   - end: Until when the torches may continue in the next scene, in seconds; `nil`: they are lost.
  private mutating func leave(
    _ scene: Scene, isContinuous: Bool = false, continuesUntil end: Double? = nil,
    report: (LightEvent) -> Void
  ) {
    if let end {
      for torch in torches { awaited[torch.id] = end }
    } else {
      endAwaited(at: scene.time, all: true, report: report)
    }
    while !torches.isEmpty { stopReading(0, .silence, at: scene.time, report: report) }
    unread.removeAll()
    for index in departed.indices { departed[index].restart(isContinuous: isContinuous) }
    nextEchoCheck = -.infinity
    finder.cancel()
    self.scene = nil
  }
}
