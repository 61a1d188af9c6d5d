import Frames
import Glibc

/// Follows how the camera moves: where each frame lies in the scene that the first ones showed.
///
/// That the picture has not moved is believed until most of it says otherwise: not by a lamp, somebody who passes, a flash, noise,
/// or a picture too even to tell. Where most of the picture shows neither the scene where it was nor moved, the last place is held.
public struct SceneRegistration: Sendable {
  private var template: SceneTemplate?
  private var fit = MotionFit(level: 0)
  private var cells = BlurredCells(columns: 0, rows: 0)
  private var line: [Int16] = []
  private var scratch = MotionFit.Scratch()
  private var search = SearchPause()
  /// What the picture may have become another one by, and how long it has been so.
  private var successor: Successor?
  public private(set) var motion = SceneMotion.still

  /// A scene that is not the template's.
  private struct Successor {
    var template: SceneTemplate
    var fit: MotionFit
    var since: Double
  }

  /// How far a picture must have come to have moved, and the place of its tiles beyond rounding before they follow, in pixels.
  private static let leastMotion: Float = 0.7
  private static let roundingLimit: Float = 0.55
  /// Zones of 48 that must have enough texture.
  private static let fewestZones = 8
  /// The correlation from which on a zone shows the scene.
  private static let alike: Float = 0.5
  /// By how much likelier a motion must be than none, and a turn than the shift alone, in nats, without the zone that says so most.
  private static let leastEvidence: Float = 20
  /// Neighbouring points see the same blurred cells: so many of them are worth one.
  private static let pointsPerSample: Float = 4
  /// The least share of a zone's variance that is left unexplained, where even coding would leave less.
  private static let leastRest: Float = 0.01
  /// Seconds of frames that show one other scene, after which it is the scene; and the share of the zones, one in so many,
  /// that may still show the last one.
  private static let renewal = 2.0
  private static let fewRemain = 4

  public init() {}

  /// Takes the next frame's cells.
  ///
  /// - Parameter time: In seconds.
  /// - Returns: Where the frame lies.
  public mutating func take(_ picture: CellPicture, at time: Double) -> SceneMotion {
    if cells.columns != picture.columns || cells.rows != picture.rows {
      let scene = template == nil ? 0 : motion.scene + 1
      cells = BlurredCells(columns: picture.columns, rows: picture.rows)
      line = Array(repeating: 0, count: picture.columns)
      (template, successor) = (nil, nil)
      motion = SceneMotion(scene: scene)
    }
    // A strip has no zones.
    guard picture.columns >= Self.leastSide, picture.rows >= Self.leastSide else { return motion }
    picture.blur(into: &cells.values, &line)
    // Taken out, or it would be copied when it changes.
    guard var scene = template.take() else {
      begin(SceneTemplate(cells))
      return motion
    }
    let finding = place(in: scene)
    if finding == .known {
      search = SearchPause()
      scene.add(cells, fit)
    }
    template = scene
    if finding == .strange { lookForSuccessor(at: time) } else { successor = nil }
    return motion
  }

  private static let leastSide = 24

  private mutating func begin(_ template: SceneTemplate) {
    self.template = template
    fit = MotionFit(level: template.centre)
    search = SearchPause()
    successor = nil
  }

  private enum Finding {
    /// The frame shows the scene, moved as the fit says.
    case known
    /// It shows too little of the scene to tell.
    case held
    /// It shows nothing of it.
    case strange
  }

  /// What zones say of a fit.
  private struct Verdict {
    var informative = 0
    /// Of these, those that show the scene where the fit says.
    var agreeing = 0
    /// What the motion explains beyond none, in nats, without the best zone.
    var evidence: Float = 0
  }

  private mutating func place(in template: SceneTemplate) -> Finding {
    var fresh = fit
    let isSeen = fresh.improve(template, cells, turns: motion.isTurned, &scratch)
    if isSeen, !motion.hasMoved, isSmall(fresh.motion, in: template) {
      fresh.motion = Similarity()
      fit = fresh
      let verdict = judge(fresh, template)
      return isStrange(verdict) ? .strange : .known
    }
    var verdict = judge(fresh, template)
    var isBelieved = isSeen && believes(verdict, fresh, in: template)
    if !isBelieved, verdict.informative >= Self.fewestZones, search.isDue() {
      var found = fit
      found.motion.shift = template.search(cells)
      if found.improve(template, cells, turns: motion.isTurned, &scratch) {
        let second = judge(found, template)
        if believes(second, found, in: template) { (fresh, verdict, isBelieved) = (found, second, true) }
      }
    }
    guard isBelieved else { return isStrange(judge(fit, template)) && isStrange(verdict) ? .strange : .held }
    fit = motion.isTurned ? fresh : turned(fresh, in: template)
    move()
    return .known
  }

  /// `fit` with zoom and roll, where these explain the frame better.
  private mutating func turned(_ fit: MotionFit, in template: SceneTemplate) -> MotionFit {
    var turned = fit
    guard turned.improve(template, cells, turns: true, &scratch),
      !isSmall(Similarity(zoom: turned.motion.zoom, roll: turned.motion.roll), in: template)
    else { return fit }
    let verdict = judge(turned, template, against: turned.motion.unturned)
    return believes(verdict, turned, in: template) ? turned : fit
  }

  /// Whether no point of the picture moves by as much as a motion is believed from.
  private func isSmall(_ motion: Similarity, in template: SceneTemplate) -> Bool {
    let turn = template.radius * (motion.zoom * motion.zoom + motion.roll * motion.roll).squareRoot()
    return (max(abs(motion.shift.x), abs(motion.shift.y)) + turn) * Float(CellPicture.side) < Self.leastMotion
  }

  private func believes(_ verdict: Verdict, _ fit: MotionFit, in template: SceneTemplate) -> Bool {
    verdict.informative >= Self.fewestZones && 2 * verdict.agreeing > verdict.informative
      && (isSmall(fit.motion, in: template) || verdict.evidence > Self.leastEvidence)
      && Float(SceneMotion.turnUnit) * (abs(fit.motion.zoom) + abs(fit.motion.roll))
        <= Float(
          SceneMotion.largestTurn(
            width: CellPicture.side * template.columns, height: CellPicture.side * template.rows) - 2)
  }

  private func isStrange(_ verdict: Verdict) -> Bool {
    verdict.informative >= Self.fewestZones && Self.fewRemain * verdict.agreeing < verdict.informative
  }

  /// - Parameter other: The motion that `fit` is judged beside: none, if not given.
  private func judge(
    _ fit: MotionFit, _ template: SceneTemplate, against other: Similarity = Similarity()
  ) -> Verdict {
    let moved = template.likeness(cells, fit.motion)
    let still = isSmall(fit.motion, in: template) ? moved : template.likeness(cells, other)
    var verdict = Verdict()
    var best: Float = 0
    for zone in moved.indices where moved[zone].count > 0 && template.isInformative(zone, scale: fit.scale) {
      verdict.informative += 1
      let there = moved[zone].correlation
      let here = still[zone].count > 0 ? still[zone].correlation : 0
      if there > Self.alike, there >= here { verdict.agreeing += 1 }
      let gain =
        moved[zone].count / (2 * Self.pointsPerSample)
        * log((1 - here * here + Self.leastRest) / (1 - there * there + Self.leastRest))
      verdict.evidence += gain
      best = max(best, gain)
    }
    verdict.evidence -= best
    return verdict
  }

  /// Has the tiles follow the fit by whole pixels.
  private mutating func move() {
    let way = Float(CellPicture.side) * fit.motion.shift
    motion.hasMoved = true
    if abs(way.x - Float(motion.x)) > Self.roundingLimit { motion.x = Int(way.x.rounded()) }
    if abs(way.y - Float(motion.y)) > Self.roundingLimit { motion.y = Int(way.y.rounded()) }
    motion.residual = SIMD2(
      clamping: SIMD2<Int>(((way - SIMD2(Float(motion.x), Float(motion.y))) * 64).rounded(.toNearestOrEven)))
    let unit = Float(SceneMotion.turnUnit)
    motion.zoom = Int16(clamping: Int((unit * fit.motion.zoom).rounded()))
    motion.roll = Int16(clamping: Int((unit * fit.motion.roll).rounded()))
  }

  /// Sees whether the frames that are not the scene's are one another's.
  private mutating func lookForSuccessor(at time: Double) {
    guard var next = successor.take() else {
      let template = SceneTemplate(cells)
      successor = Successor(template: template, fit: MotionFit(level: template.centre), since: time)
      return
    }
    let verdict =
      next.fit.improve(next.template, cells, turns: false, &scratch)
      ? judge(next.fit, next.template) : Verdict()
    guard verdict.informative >= Self.fewestZones, 2 * verdict.agreeing > verdict.informative,
      time >= next.since
    else { return }
    next.template.add(cells, next.fit)
    guard time - next.since > Self.renewal else {
      successor = next
      return
    }
    motion = SceneMotion(scene: motion.scene + 1)
    begin(SceneTemplate(cells))
  }
}

/// When to search again: a search costs as much as some ten fits, and one that failed will mostly fail again at once.
private struct SearchPause: Sendable {
  private var pause = 0
  private var left = 0
  /// Frames from one search to the next, at most.
  private static let longest = 32

  mutating func isDue() -> Bool {
    guard left == 0 else {
      left -= 1
      return false
    }
    pause = min(Self.longest, max(1, 2 * pause))
    left = pause
    return true
  }
}
