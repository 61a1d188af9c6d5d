/// A light that moves, followed from mark to mark.
extension Torch {
  /// Seconds of marks that the pursuit does not see after which it is given up. So many dots where those are longer.
  private static let loss = 4.0
  private static let lossDots = 10.0
  /// Seconds after which marks that the pursuit does not see are the light's, of other strength.
  private static let patience = 0.4
  /// Seconds from one try to see it by the plain sum of its tiles to the next.
  private static let tryInterval = 2.0
  /// Seconds of frames, or so many dots, in which a pursuit begins.
  private static let startSpan = 2.0
  private static let startDots = 8.0
  /// The share of a torch's light that another one must have on a tile for that to matter.
  private static let othersShare = 0.05

  // MARK: Before it was found

  /// Follows a light that was just found back through the frames that are kept, where it has moved: it is read from its first
  /// mark on along its way.
  mutating func retrace(in scene: Scene, others: [Footprint]) {
    guard let pursuit = pursuit(in: scene, others: others) else { return }
    let way = Retrace(pursuit, since: toldUntil, in: scene)
    guard way.isConvincing else { return }
    let scale = tracker.levels.step / way.pursuit.flux
    let places = way.places.map { ($0.from, onScale($0.footprint, scale)) }
    let noise = places[places.count - 1].1.expectedNoise
    tracker.rebase(dark: tracker.levels.dark, bright: tracker.levels.bright, noise: noise)
    motion = Motion(course: (places, way.end), pursuit: way.pursuit, scale: scale)
  }

  private func pursuit(in scene: Scene, others: [Footprint]) -> Pursuit? {
    let span = max(Self.startSpan, Self.startDots * unit)
    return Pursuit(
      of: footprint, in: scene.history.firstFrame(since: scene.time - span)..<scene.history.end,
      others: tiles(of: others), scene: scene)
  }

  // MARK: From then on

  /// Goes to where the light is in a frame, or is expected to be.
  mutating func go(toFrame frame: Int, in scene: Scene) {
    if let footprint = motion.footprint(ofFrame: frame) {
      light.footprint = footprint
      return
    }
    motion.course = nil
    guard let scale = motion.scale, var pursuit = motion.pursuit else { return }
    if pursuit.advance(to: scene.history[frame].start, in: scene), let fresh = pursuit.footprint(in: scene) {
      move(to: onScale(fresh, scale))
    }
    motion.pursuit = pursuit
  }

  /// Learns where the light is from a frame that shows nothing else.
  mutating func learnMotion(ofFrame frame: Int, in scene: Scene) {
    guard motion.course == nil, var pursuit = motion.pursuit else { return }
    let time = scene.history[frame].start
    let share = tracker.share(of: level)
    // A frame darker than dark counts too: what was held for dark may have been lit at the edge of the tiles.
    if !tracker.isOn, share < Retrace.dark { motion.pursuit?.sawDark(frame) }
    guard share > Retrace.dark, motion.isFollowed || pursuit.filter.isDetectionDue(at: time) else { return }
    if !motion.isFollowed { _ = pursuit.advance(to: time, isSought: false, in: scene) }
    // The tiles by which it is read may have too little of it, or expect more: all those around tell as well.
    guard share > Retrace.lit && tracker.isOn || pursuit.share(ofFrame: frame, in: scene) ?? 0 > Retrace.lit
    else { return }
    if let scale = motion.scale, time - (motion.unseenSince ?? time) > Self.patience {
      pursuit.expect(flux: tracker.levels.step / scale)
    }
    let isSeen = pursuit.sawLit(frame, in: scene)
    if isSeen, let scale = motion.scale { tracker.expect(step: scale * pursuit.flux) }
    motion.pursuit = pursuit
    motion.unseenSince = isSeen ? nil : motion.unseenSince ?? time
    if isSeen, !motion.isFollowed, pursuit.filter.isSteady, !pursuit.isCrowded(at: time),
      pursuit.filter.way > Retrace.moved + pursuit.doubt(in: scene)
    {
      follow(pursuit, in: scene)
    }
    if let unseenSince = motion.unseenSince, time - unseenSince > max(Self.loss, Self.lossDots * unit) {
      leavePursuit(at: time)
    }
  }

  private mutating func follow(_ pursuit: Pursuit, in scene: Scene) {
    guard let fresh = pursuit.footprint(in: scene) else { return }
    let scale = tracker.levels.step / pursuit.flux
    motion.scale = scale
    peak = Peak()
    move(to: onScale(fresh, scale))
  }

  /// The light is seen no more: it is read by the tiles where it was last.
  private mutating func leavePursuit(at time: Double) {
    // The levels that were proven hold for where it was before.
    if motion.isFollowed { proven = nil }
    motion = Motion(nextTry: time + Self.tryInterval)
  }

  private mutating func move(to fresh: Footprint) {
    tracker.rescaleNoise(by: fresh.expectedNoise / footprint.expectedNoise)
    light.footprint = fresh
  }

  /// The tiles of other torches: those on which theirs is the stronger light.
  private func tiles(of others: [Footprint]) -> Set<Int> {
    let own = Dictionary(footprint.carriers.map { ($0.index, $0.step) }, uniquingKeysWith: max)
    var tiles: Set<Int> = []
    for other in others {
      for carrier in other.carriers
      where carrier.step > max(Self.othersShare * footprint.flux, own[carrier.index] ?? 0) {
        tiles.insert(carrier.index)
      }
    }
    return tiles
  }

  /// Sees whether it is clear enough to be followed, and leaves to other torches what is theirs.
  mutating func watch(in scene: Scene, others: [Footprint]) {
    if motion.pursuit == nil, scene.time >= motion.nextTry {
      motion.pursuit = pursuit(in: scene, others: others)
      motion.nextTry = scene.time + Self.tryInterval
    }
    let tiles = tiles(of: others)
    motion.pursuit?.leave(tiles)
  }

  /// A pursuit's footprint on the torch's scale, of which so many levels are a unit of flux.
  private func onScale(_ fresh: Footprint, _ scale: Double) -> Footprint {
    var fresh = fresh
    let dark = tracker.levels.dark
    fresh.rescale(dark: 100, bright: 100 + fresh.step, to: dark, dark + scale * fresh.measure.step)
    return fresh
  }
}
