import Frames
import Glibc

/// Tracks the camera's motion, such as the sway of a hand that holds it: the place of each frame in its
/// scene.
///
/// The picture counts as unmoved until most of it shows motion. A lamp, an occluder, a flash or noise is not enough, nor is a
/// picture with too little texture. If most of the picture shows the scene neither unmoved nor moved, the last place is kept.
///
/// If the camera stays turned, the grid of tiles moves with it by whole tiles (``SceneMotion/origin``). When less than half of the
/// picture shows the template, the view becomes the next template of the same scene. A view that the grid cannot follow, after
/// a cut or a far zoom for example, becomes another scene. If it is known to some pixels where the last scene lies in it, that is
/// reported (``SceneMotion/lastScene``). Once the scene is lost, it is searched for near where its last template began
/// (``SceneTemplate/searchReach``).
public struct SceneRegistration: Sendable {
  private var template: SceneTemplate?
  private var fit = MotionFit(level: 0)
  /// The place of the grid of tiles in the template.
  private var grid = Similarity()
  /// The place of the tiles in the last frame in which it was known to some pixels, and the time of that frame, in seconds.
  private var lastPlace: (tiles: Similarity, time: Double)?
  /// Since when the grid lies farther than ``largestGridShift`` from the picture, in seconds.
  private var farSince: Double?
  private var cells = BlurredCells(columns: 0, rows: 0)
  private var line: [Int16] = []
  private var scratch = MotionFit.Scratch()
  private var search = SearchSchedule()
  /// The view that may become the next template.
  private var successor: Successor?
  /// The fit to the last frame, even if it does not show the scene.
  private var attempt = MotionFit(level: 0)
  private(set) var motion = SceneMotion.still

  /// A view that the template does not show.
  private struct Successor {
    var template: SceneTemplate
    var fit: MotionFit
    /// The place of the grid in its first frame; `nil` if that frame could not be placed.
    var grid: Similarity?
    /// The place of the tiles in its first frame, if that is known to some pixels. It has less zoom and roll than `grid`: see
    /// ``tilesInFrame``.
    var tiles: Similarity?
    var since: Double
  }

  /// The least width and height of a picture, in cells: a smaller one has too few of them for the zones.
  private static let minimumSide = 24
  /// The least displacement that counts as motion, in pixels.
  private static let minimumMotion: Float = 0.7
  /// Tiles are moved by whole pixels. They follow when the measured shift differs from theirs by more than this, in pixels.
  private static let roundingLimit: Float = 0.55
  /// The least number of zones, of 48, that must have enough texture.
  private static let minimumZones = 8
  /// The correlation above which a zone shows the scene.
  private static let minimumCorrelation: Float = 0.5
  /// The least log likelihood ratio, in nats, of the first motion, or of one found by a search, against no motion, and of a turn
  /// against the shift alone. The zone with the most evidence is left out. Later motion needs no evidence: a camera that has
  /// moved is as likely to move again as to rest.
  private static let minimumEvidence: Float = 20
  /// Points per independent sample: neighbouring points use the same blurred cells.
  private static let pointsPerSample: Float = 4
  /// Added to the share of a zone's variance that a motion leaves unexplained. Video coding alone can make that share so small
  /// that it would count as far too much evidence.
  private static let minimumUnexplained: Float = 0.01
  /// Seconds for which all frames must show another scene before it replaces the present one. Less than one in `remainingZones`
  /// zones may then resemble the present scene, by their correlation. In 18 frames after cuts between synthetic pictures, chance
  /// gave at most 1 of 48 zones this correlation, but up to 14 of them a correlation of 0.4.
  private static let replacementTime = 2.0
  private static let remainingZones = 4
  private static let correlationOfRemainingZone: Float = 0.8
  /// The least share of the picture that must show the template. If less shows it for this time, in seconds, the picture becomes
  /// the next template.
  private static let minimumOverlap: Float = 0.5
  private static let restTime = 0.5
  /// How long the last known place of the tiles may be used, in seconds.
  private static let lastPlaceAge = 0.5
  /// The largest zoom into the scene: to twice its size.
  private static let largestZoom: Float = 1
  /// The largest zoom that the tiles follow, in or out. It moves neighbouring tiles apart by a pixel. With more, a lamp could lie
  /// between two tiles, so the rest of the zoom is left as slow motion of the lamps.
  private static let largestTileZoom: Float = 1 / 16

  /// The largest displacement of the grid, as a share of the picture's width and height. A lamp outside the grid is not measured.
  /// Three standard deviations of the largest tested sway, 25 pixels rms, are 75 pixels; an eighth of 640 pixels is 80.
  private static let largestGridShift: Float = 0.125
  /// How long the displacement may be larger before the grid moves, in seconds. A sway at 0.35 Hz stays beyond a limit for this
  /// time only if its amplitude is 1 / cos(π · 0.35) = 2.2 times the limit.
  private static let gridMoveDelay = 1.0

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
      (grid, farSince, lastPlace) = (Similarity(), nil, nil)
      motion = SceneMotion(scene: scene)
    }
    motion.lastScene = nil
    guard picture.columns >= Self.minimumSide, picture.rows >= Self.minimumSide else { return motion }
    picture.blur(into: &cells.values, &line)
    // Taken out of `self`, so that a change does not copy it.
    guard var scene = template.take() else {
      begin(SceneTemplate(cells))
      return motion
    }
    let placement = locate(in: scene, at: time)
    if placement != .lost {
      search.framePlaced()
      scene.add(cells, fit)
    }
    template = scene
    if placement == .placed { lastPlace = (tilesInFrame, time) }
    motion.isLost = motion.hasMoved && placement == .lost
    if placement != .placed || hasTurnedAway {
      trackSuccessor(at: time, isPlaced: placement == .placed)
    } else {
      successor = nil
    }
    return motion
  }

  /// Whether less than half of the picture shows the template. Also whether the picture is zoomed in so far that the template's
  /// cells are too coarse to place it.
  private var hasTurnedAway: Bool {
    let shift = fit.motion.shift / SIMD2(Float(cells.columns), Float(cells.rows))
    let zoom = fit.motion.zoom
    // The scene is `1 + zoom` pictures wide, and its middle is at `shift`.
    func overlap(_ shift: Float) -> Float { max(0, min(1, 1 + zoom, 1 + zoom / 2 - abs(shift))) }
    return overlap(shift.x) * overlap(shift.y) < Self.minimumOverlap || zoom > Self.largestZoom
  }

  private mutating func begin(_ template: SceneTemplate) {
    self.template = template
    fit = MotionFit(level: template.centre)
    search = SearchSchedule()
    successor = nil
  }

  private enum Placement {
    /// The frame shows the scene, moved as the fit says.
    case placed
    /// The picture has never moved, so it counts as unmoved, although most of it does not show the scene.
    case hidden
    /// It shows too little of the scene to place it.
    case lost
  }

  /// How well the zones agree with a fit.
  private struct Agreement {
    /// Zones with enough texture to measure motion: see ``SceneTemplate/isInformative(_:scale:)``.
    var informative = 0
    /// Those of the informative zones that show the scene where the fit places it.
    var agreeing = 0
    /// Log likelihood ratio of the motion against none, in nats, without the best zone.
    var evidence: Float = 0

    var hasEnoughZones: Bool { informative >= SceneRegistration.minimumZones }
    /// Whether most of the picture shows the scene there.
    var showsScene: Bool { hasEnoughZones && 2 * agreeing > informative }
  }

  /// Finds where the frame lies in the scene.
  private mutating func locate(in template: SceneTemplate, at time: Double) -> Placement {
    var next = fit
    let isSeen = next.improve(template, cells, turns: motion.isTurned, &scratch)
    attempt = next
    if isSeen, !motion.hasMoved, isSmall(next.motion, in: template) {
      next.motion = Similarity()
      fit = next
      let agreement = measureAgreement(next, template)
      return agreement.hasEnoughZones && !agreement.showsScene ? .hidden : .placed
    }
    let agreement = measureAgreement(next, template)
    let isPlaced =
      isSeen
      && isCredible(agreement, next, evidence: motion.hasMoved ? 0 : Self.minimumEvidence, in: template)
    guard let found = isPlaced ? next : agreement.hasEnoughZones ? findAgain(in: template) : nil else {
      return .lost
    }
    if !motion.hasMoved, isSmall(found.motion, in: template) {
      // The last fit had begun too far from this one to find it.
      fit = found
      fit.motion = Similarity()
      return .placed
    }
    fit = motion.isTurned ? found : addingTurn(to: found, in: template)
    moveGrid(at: time)
    moveTiles()
    return .placed
  }

  /// The place of the grid of tiles in the frame.
  private var gridInFrame: Similarity { fit.motion.after(grid) }

  /// The place of the tiles in the frame. They follow zoom and roll only up to a limit.
  private var tilesInFrame: Similarity {
    let unit = Float(SceneMotion.turnUnit)
    return Similarity(
      shift: gridInFrame.shift, zoom: Float(motion.zoom) / unit, roll: Float(motion.roll) / unit)
  }

  /// Moves the grid by whole tiles over the picture after ``gridMoveDelay``.
  private mutating func moveGrid(at time: Double) {
    let placed = gridInFrame
    let shift = placed.shift
    let farthest = Self.largestGridShift * SIMD2(Float(cells.columns), Float(cells.rows))
    let isFar = SIMD2(abs(shift.x), abs(shift.y)) .> farthest
    guard any(isFar), tilesFollow(placed) else {
      farSince = nil
      return
    }
    let since = min(farSince ?? time, time)
    farSince = since
    guard time - since > Self.gridMoveDelay else { return }
    farSince = nil
    let side = Float(LumaGrid.tileSide / CellPicture.side)
    let tiles = (-shift / side).rounded(.toNearestOrAwayFromZero).replacing(with: 0, where: .!isFar)
    motion.origin &+= SIMD2<Int32>(tiles)
    grid = grid.after(Similarity(shift: side * tiles))
  }

  /// Searches for the lost scene around the place where its template began, if a search is due.
  private mutating func findAgain(in template: SceneTemplate) -> MotionFit? {
    guard search.isDue() else { return nil }
    var found = fit
    found.motion.shift = template.search(cells)
    guard found.improve(template, cells, turns: motion.isTurned, &scratch),
      isCredible(measureAgreement(found, template), found, in: template)
    else { return nil }
    search = SearchSchedule()
    return found
  }

  /// `fit` with zoom and roll if these explain the frame better.
  private mutating func addingTurn(to fit: MotionFit, in template: SceneTemplate) -> MotionFit {
    var turned = fit
    guard turned.improve(template, cells, turns: true, &scratch),
      !isSmall(Similarity(zoom: turned.motion.zoom, roll: turned.motion.roll), in: template)
    else { return fit }
    let agreement = measureAgreement(turned, template, against: turned.motion.unturned)
    return isCredible(agreement, turned, in: template) ? turned : fit
  }

  /// Whether every point of the picture moves by less than `minimumMotion`.
  private func isSmall(_ motion: Similarity, in template: SceneTemplate) -> Bool {
    let turn = template.radius * (motion.zoom * motion.zoom + motion.roll * motion.roll).squareRoot()
    return (max(abs(motion.shift.x), abs(motion.shift.y)) + turn) * Float(CellPicture.side)
      < Self.minimumMotion
  }

  private func isCredible(
    _ agreement: Agreement, _ fit: MotionFit, evidence: Float = Self.minimumEvidence,
    in template: SceneTemplate
  ) -> Bool {
    agreement.showsScene && (isSmall(fit.motion, in: template) || agreement.evidence > evidence)
  }

  /// - Parameter other: The motion that `fit` is compared with; by default no motion.
  private func measureAgreement(
    _ fit: MotionFit, _ template: SceneTemplate, against other: Similarity = Similarity()
  ) -> Agreement {
    let moved = template.correlate(cells, fit.motion, fit.bands)
    let still = isSmall(fit.motion, in: template) ? moved : template.correlate(cells, other, fit.bands)
    var agreement = Agreement()
    var best: Float = 0
    for zone in moved.indices where moved[zone].count > 0 && template.isInformative(zone, scale: fit.scale) {
      agreement.informative += 1
      let there = moved[zone].correlation
      let here = still[zone].count > 0 ? still[zone].correlation : 0
      if there > Self.minimumCorrelation, there >= here { agreement.agreeing += 1 }
      let gain =
        moved[zone].count / (2 * Self.pointsPerSample)
        * log((1 - here * here + Self.minimumUnexplained) / (1 - there * there + Self.minimumUnexplained))
      agreement.evidence += gain
      best = max(best, gain)
    }
    agreement.evidence -= best
    return agreement
  }

  /// Moves the tiles to where the fit places them, by whole pixels.
  private mutating func moveTiles() {
    let placed = gridInFrame
    let shift = Float(CellPicture.side) * placed.shift
    motion.hasMoved = true
    if abs(shift.x - Float(motion.x)) > Self.roundingLimit { motion.x = Int(shift.x.rounded()) }
    if abs(shift.y - Float(motion.y)) > Self.roundingLimit { motion.y = Int(shift.y.rounded()) }
    motion.residual = SIMD2(
      clamping: SIMD2<Int>(((shift - SIMD2(Float(motion.x), Float(motion.y))) * 64).rounded(.toNearestOrEven))
    )
    let unit = Float(SceneMotion.turnUnit)
    let largest = unit * largestTurn
    func turn(_ share: Float, atMost limit: Float) -> Int16 {
      Int16(max(-limit, min(limit, (unit * share).rounded())))
    }
    motion.zoom = turn(placed.zoom, atMost: min(largest, unit * Self.largestTileZoom))
    motion.roll = turn(placed.roll, atMost: largest - abs(Float(motion.zoom)))
  }

  /// The largest sum of zoom and roll that the tiles follow, less a rounding error for each.
  private var largestTurn: Float {
    let largest = SceneMotion.largestTurn(
      width: CellPicture.side * cells.columns, height: CellPicture.side * cells.rows)
    return Float(largest - 2) / Float(SceneMotion.turnUnit)
  }

  /// Whether the tiles follow all of this zoom and roll. If not, the grid cannot be moved to other tiles.
  private func tilesFollow(_ placed: Similarity) -> Bool {
    abs(placed.zoom) <= Self.largestTileZoom && abs(placed.zoom) + abs(placed.roll) <= largestTurn
  }

  /// Checks whether the frames that the template does not show all show one other view.
  private mutating func trackSuccessor(at time: Double, isPlaced: Bool) {
    guard var next = successor.take() else {
      let template = SceneTemplate(cells)
      let isRecent = lastPlace.map { (0..<Self.lastPlaceAge).contains(time - $0.time) } ?? false
      successor = Successor(
        template: template, fit: MotionFit(level: template.centre), grid: isPlaced ? gridInFrame : nil,
        tiles: isRecent ? lastPlace?.tiles : nil, since: time)
      return
    }
    // Without an exact place of the grid, the fit only yields the transform from the last scene, for which zoom and roll need no
    // evidence.
    let turns = next.grid == nil || motion.isTurned
    guard next.fit.improve(next.template, cells, turns: turns, &scratch), time >= next.since,
      measureAgreement(next.fit, next.template).showsScene
    else { return }
    let tiles = isPlaced ? tilesInFrame : next.tiles.map { next.fit.motion.after($0) }
    if let tiles { lastPlace = (tiles, time) }
    guard hasTurnedAway || showsOnly(next) else { return }
    next.template.add(cells, next.fit)
    guard time - next.since > (hasTurnedAway ? Self.restTime : Self.replacementTime) else {
      successor = next
      return
    }
    let grid = isPlaced ? gridInFrame : next.grid.map { next.fit.motion.after($0) }
    begin(SceneTemplate(cells))
    if motion.hasMoved, let grid, tilesFollow(grid) {
      self.grid = grid
      motion.isLost = false
      moveTiles()
    } else {
      motion = SceneMotion(scene: motion.scene + 1)
      motion.lastScene = tiles.map {
        SceneTransform(shift: Float(CellPicture.side) * $0.shift, zoom: $0.zoom, roll: $0.roll)
      }
      (self.grid, farSince) = (Similarity(), nil)
      lastPlace = (Similarity(), time)
    }
  }

  /// Whether the picture shows the present scene in few of the zones in which it shows `next`.
  private func showsOnly(_ next: Successor) -> Bool {
    guard let template else { return true }
    let present = template.correlate(cells, attempt.motion, attempt.bands)
    let other = next.template.correlate(cells, next.fit.motion, next.fit.bands)
    var (informative, remaining) = (0, 0)
    for zone in other.indices
    where other[zone].count > 0 && next.template.isInformative(zone, scale: next.fit.scale) {
      informative += 1
      if present[zone].count > 0, present[zone].correlation > Self.correlationOfRemainingZone {
        remaining += 1
      }
    }
    return Self.remainingZones * remaining < informative
  }
}
