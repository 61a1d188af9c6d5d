import Frames
import Glibc

/// Reads light: grids of luma in, torches and the edges of their light out.
///
/// Call ``read(_:report:)`` with every frame's grid in order. The reader calibrates, finds the light that is keyed,
/// reads what it missed from the frames it kept, and from then on reports a sample for every frame and an edge for
/// every change. It allocates at its first frame and when a torch is found, and at no other time.
///
/// Several torches have lanes of their own by ``TorchID``; at present the strongest one is read.
public struct LightReader: Sendable {
  public struct Configuration: Sendable {
    /// May be changed at any time.
    public var sensitivity: Sensitivity
    /// Seconds of calm that make the baseline.
    public var calibrationTime: Double
    /// Frames kept to be read again when a torch is found, and the memory they may take: 3600 are 60 s at 60 a second.
    public var historyFrames: Int
    public var historyBytes: Int

    public init(
      sensitivity: Sensitivity = .automatic, calibrationTime: Double = 1, historyFrames: Int = 3600,
      historyBytes: Int = 32 << 20
    ) {
      self.sensitivity = sensitivity
      self.calibrationTime = calibrationTime
      self.historyFrames = historyFrames
      self.historyBytes = historyBytes
    }
  }

  public var configuration: Configuration

  private var scene: Scene?
  private var torches: [Torch] = []
  /// Torches that fell silent, where they were: one that comes back gets its letter again.
  private var silent: [Torch] = []
  private var units: [TorchID: Double] = [:]
  private var nextIndex = 0
  private var finder = TorchFinder()
  private var wantsRecalibration = false

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
      if scene.shape != shape || time < scene.time - 1 || wantsRecalibration {
        leaveAll(at: scene.time, report: report)
        self.scene = nil
      } else if time <= scene.time {
        return
      }
    }
    wantsRecalibration = false
    if scene == nil { scene = Scene(shape, configuration) }
    let wasCalibrated = scene!.calibration.isDone
    scene!.take(grid)
    if !wasCalibrated {
      report(.calibration(progress: scene!.calibration.progress, time: time))
    }
    follow(grid, at: time, report: report)
    if scene!.isSearchDue, torches.isEmpty || torches[0].isSilent(at: time, for: 4, units: 20) {
      search(at: time, demand: .signalling, report: report)
    }
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

  /// Tells how long a torch's dot is: marks of up to eight of them (and of up to 2 s) are believed.
  public mutating func expectUnit(_ torch: TorchID, seconds: Double) {
    units[torch] = seconds
    for index in torches.indices where torches[index].id == torch { torches[index].set(unit: seconds) }
  }

  /// Ends the reading: everything still pending comes out, and a light too brief to be sure of is given the benefit of
  /// the doubt.
  public mutating func finish(report: (LightEvent) -> Void) {
    guard let scene else { return }
    if torches.isEmpty { search(at: scene.time, demand: .signalling, report: report) }
    if torches.isEmpty && silent.isEmpty { search(at: scene.time, demand: .anything, report: report) }
    for torch in torches { torch.finish(report: report) }
  }

  public var state: LightState {
    LightState(
      calibration: scene.map { $0.calibration.isDone ? nil : $0.calibration.progress } ?? 0,
      sceneBrightness: scene?.brightness ?? 100,
      torches: torches.map { torch in
        TorchState(
          id: torch.id, columns: torch.footprint.columns, rows: torch.footprint.rows, x: torch.footprint.x,
          y: torch.footprint.y, radius: torch.radius, isOn: torch.tracker.isOn, level: torch.level,
          threshold: torch.tracker.threshold, darkLevel: torch.tracker.levels.dark,
          brightLevel: torch.tracker.levels.bright,
          contrastToNoise: torch.tracker.levels.step / torch.tracker.levels.noise)
      })
  }

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
      torches[index].read(
        scene!.history.end - 1, of: scene!.history, frameTime: scene!.frameTime, report: report)
      torches[index].see(brightest: brightest(in: grid, torches[index].footprint))
      torches[index].examine()
      torches[index].refit(scene!.history, map: scene!.map, at: time, shape: scene!.shape)
      if torches[index].isOver(at: time) || torches[index].isImplausible {
        leave(index, at: time, report: report)
      } else {
        index += 1
      }
    }
  }

  private func brightest(in grid: LumaGrid, _ footprint: Footprint) -> Int {
    var maximum: UInt8 = 0
    for tile in footprint.tiles { maximum = max(maximum, grid.tiles[tile.index].maximum) }
    return Int(maximum)
  }

  private mutating func search(at time: Double, demand: TorchFinder.Demand, report: (LightEvent) -> Void) {
    guard let window = scene!.nextSearch(everything: demand == .anything) else { return }
    guard
      let sighting = finder.search(
        scene!.history, frames: window.frames, map: scene!.map, horizon: window.horizon, demand: demand,
        shape: scene!.shape, frameTime: scene!.frameTime, leastStep: manualStep ?? 0.3)
    else { return }
    var toldUntil = -Double.infinity
    var id: TorchID?
    if let current = torches.first {
      if current.footprint.touches(sighting.footprint) {
        // The same light at other levels: its lane goes on.
        id = current.id
        toldUntil = current.toldUntil
        torches.removeFirst()
      } else {
        leave(0, at: time, report: report)
      }
    }
    let returns = id == nil
    if id == nil, let index = silent.firstIndex(where: { $0.footprint.touches(sighting.footprint) }) {
      id = silent[index].id
      toldUntil = silent[index].toldUntil
      silent.remove(at: index)
    }
    if id == nil {
      id = TorchID(nextIndex)
      nextIndex += 1
    }
    var torch = Torch(id!, sighting, capacity: scene!.history.capacity, toldUntil: toldUntil)
    torch.set(unit: units[id!])
    torch.set(manualStep: manualStep)
    if let first = torch.firstFrame(in: scene!.history, frameTime: scene!.frameTime) {
      if returns {
        report(
          .found(
            torch.id, x: torch.footprint.x, y: torch.footprint.y, radius: torch.radius, time: first.mark))
      }
      for frame in first.frame..<scene!.history.end {
        torch.read(frame, of: scene!.history, frameTime: scene!.frameTime, report: report)
      }
    }
    torches.append(torch)
  }

  private mutating func leave(_ index: Int, at time: Double, report: (LightEvent) -> Void) {
    let torch = torches.remove(at: index)
    torch.finish(report: report)
    report(.lost(torch.id, time: time))
    silent.append(torch)
  }

  private mutating func leaveAll(at time: Double, report: (LightEvent) -> Void) {
    while !torches.isEmpty { leave(0, at: time, report: report) }
  }
}
