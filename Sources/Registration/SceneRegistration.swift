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
  /// By how much likelier the motion must be than none, in nats, without the zone that says so most.
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
    let isSeen = fresh.improve(template, cells, &scratch)
    if isSeen, !motion.hasMoved, isSmall(fresh.shift) {
      fresh.shift = .zero
      fit = fresh
      let verdict = judge(fresh, template)
      return isStrange(verdict) ? .strange : .known
    }
    var verdict = judge(fresh, template)
    var isBelieved = isSeen && believes(verdict, fresh)
    if !isBelieved, verdict.informative >= Self.fewestZones, search.isDue() {
      var found = fit
      found.shift = template.search(cells)
      if found.improve(template, cells, &scratch) {
        let second = judge(found, template)
        if believes(second, found) { (fresh, verdict, isBelieved) = (found, second, true) }
      }
    }
    guard isBelieved else { return isStrange(judge(fit, template)) && isStrange(verdict) ? .strange : .held }
    fit = fresh
    move()
    return .known
  }

  private func isSmall(_ shift: SIMD2<Float>) -> Bool {
    max(abs(shift.x), abs(shift.y)) * Float(CellPicture.side) < Self.leastMotion
  }

  private func believes(_ verdict: Verdict, _ fit: MotionFit) -> Bool {
    verdict.informative >= Self.fewestZones && 2 * verdict.agreeing > verdict.informative
      && (isSmall(fit.shift) || verdict.evidence > Self.leastEvidence)
  }

  private func isStrange(_ verdict: Verdict) -> Bool {
    verdict.informative >= Self.fewestZones && Self.fewRemain * verdict.agreeing < verdict.informative
  }

  private func judge(_ fit: MotionFit, _ template: SceneTemplate) -> Verdict {
    let moved = template.likeness(cells, shift: fit.shift)
    let still = isSmall(fit.shift) ? moved : template.likeness(cells, shift: .zero)
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
    let way = Float(CellPicture.side) * fit.shift
    motion.hasMoved = true
    if abs(way.x - Float(motion.x)) > Self.roundingLimit { motion.x = Int(way.x.rounded()) }
    if abs(way.y - Float(motion.y)) > Self.roundingLimit { motion.y = Int(way.y.rounded()) }
    motion.residual = SIMD2(
      clamping: SIMD2<Int>(((way - SIMD2(Float(motion.x), Float(motion.y))) * 64).rounded(.toNearestOrEven)))
  }

  /// Sees whether the frames that are not the scene's are one another's.
  private mutating func lookForSuccessor(at time: Double) {
    guard var next = successor.take() else {
      let template = SceneTemplate(cells)
      successor = Successor(template: template, fit: MotionFit(level: template.centre), since: time)
      return
    }
    let verdict =
      next.fit.improve(next.template, cells, &scratch) ? judge(next.fit, next.template) : Verdict()
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
