/// A light that moves, followed from mark to mark.
extension Torch {
  /// Seconds in one place after which it stands still.
  private static let rest = 4.0
  /// Seconds from one try to see it by the plain sum of its tiles to the next.
  private static let tryInterval = 2.0
  /// Seconds of frames, or so many dots, in which a pursuit begins.
  private static let startSpan = 2.0
  private static let startDots = 8.0
  /// The share of a torch's light from which on a tile is another's.
  private static let others = 0.05

  // MARK: Before it was found

  /// Follows a light that was just found back through the frames that are kept, where it has moved: it is read from its first
  /// mark on along its way.
  mutating func retrace(in scene: Scene, others: [Footprint]) {
    guard let pursuit = pursuit(in: scene, others: others) else { return }
    var way = Retrace(pursuit, since: toldUntil, catchingUp: true, in: scene)
    if way.isCrowded { way = Retrace(pursuit, since: toldUntil, catchingUp: false, in: scene) }
    guard way.isConvincing else { return }
    let places = way.places.map { ($0.from, onScale($0.footprint)) }
    let noise = places[places.count - 1].1.expectedNoise
    tracker.rebase(dark: tracker.levels.dark, bright: tracker.levels.bright, noise: noise)
    motion = Motion(course: (places, way.end), pursuit: way.pursuit, isFollowed: true, lastMoved: scene.time)
  }

  private func pursuit(in scene: Scene, others: [Footprint]) -> Pursuit? {
    guard !scene.isShaken else { return nil }
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
    guard motion.isFollowed, var pursuit = motion.pursuit else { return }
    let moment = scene.history[frame]
    let goesOn = pursuit.advance(to: moment.start, in: scene.shape)
    let catchesUp = moment.isInformative && pursuit.catchUp(inFrame: frame, of: scene)
    if goesOn || catchesUp, let fresh = pursuit.footprint(in: scene) { light.footprint = onScale(fresh) }
    motion.pursuit = pursuit
  }

  /// Learns where the light is from a frame that shows nothing else.
  mutating func learnMotion(ofFrame frame: Int, in scene: Scene) {
    guard motion.course == nil, var pursuit = motion.pursuit else { return }
    guard !scene.isShaken else {
      motion = Motion()
      return
    }
    let time = scene.history[frame].start
    let share = tracker.share(of: level)
    if !tracker.isOn, abs(share) < Retrace.dark { motion.pursuit?.sawDark(frame) }
    guard tracker.isOn, share > Retrace.lit, motion.isFollowed || pursuit.isSightDue(at: time) else { return }
    if !motion.isFollowed { _ = pursuit.advance(to: time, in: scene.shape) }
    let isSeen = pursuit.sawLit(frame, in: scene)
    motion.pursuit = pursuit
    if isSeen, pursuit.isSteady, pursuit.way > Retrace.moved + pursuit.doubt(in: scene) {
      motion.lastMoved = time
      if !motion.isFollowed, !pursuit.isCrowded(at: time) { follow(pursuit, in: scene) }
    } else if motion.isFollowed, time - motion.lastMoved > Self.rest {
      motion = Motion()
    }
  }

  private mutating func follow(_ pursuit: Pursuit, in scene: Scene) {
    guard let fresh = pursuit.footprint(in: scene) else { return }
    motion.isFollowed = true
    peak = Peak()
    let noise = footprint.expectedNoise
    light.footprint = onScale(fresh)
    tracker.rescaleNoise(by: footprint.expectedNoise / noise)
  }

  /// The tiles of other torches.
  private func tiles(of others: [Footprint]) -> Set<Int> {
    var tiles: Set<Int> = []
    for other in others {
      for carrier in other.carriers where carrier.step > Self.others * footprint.flux {
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

  /// A footprint on which dark and bright read what they did.
  private func onScale(_ fresh: Footprint) -> Footprint {
    var fresh = fresh
    fresh.rescale(dark: 100, bright: 100 + fresh.step, to: tracker.levels.dark, tracker.levels.bright)
    return fresh
  }
}
