/// The way that a light came to where it was found: a pursuit that goes back from frame to frame.
struct Retrace {
  /// The light's footprints, each from a frame on, in their order.
  private(set) var places: [(from: Int, footprint: Footprint)] = []
  /// The last frame they hold for, in which the light was lit.
  let end: Int
  /// The pursuit as it stands there, with the way behind it.
  private(set) var pursuit: Pursuit

  /// What was seen of the light where it was lit, of its usual light, and how often something else was seen between.
  private var shares: [Double] = []
  private var strange = 0
  /// How far the light has been from where it was found, in pixels, and the least that is not doubtful.
  private var farthest = 0.0
  private let leastWay: Double

  /// How far a light must have come to have moved, in pixels, beyond doubt.
  static let moved = 6.0
  /// A light that is on for at least so large a share of a frame's exposure is lit in it.
  static let lit = 0.65
  /// And for at most so large a one, dark.
  static let dark = 0.2
  /// How many times as often as something else in its stead the light must have been seen.
  private static let fewStrange = 10
  /// Seconds without a mark beyond which nothing is sought.
  private static let silence = 30.0
  /// Seconds in which it was in one place before it was found, after which it is not asked whether it was elsewhere before.
  private static let rest = 6.0

  /// - Parameters:
  ///   - pursuit: The light where it was found.
  ///   - time: Frames up to it have been told already.
  init(_ pursuit: Pursuit, since time: Double, in scene: Scene) {
    self.pursuit = pursuit
    end = pursuit.start
    leastWay = Self.moved + pursuit.doubt(in: scene)
    let history = scene.history
    var back = pursuit
    back.turnBack()
    guard var footprint = back.footprint(in: scene) else { return }
    var lastLit = end
    // Seen beyond the last sighting so far.
    var strangeBeyond = 0
    for frame in (history.begin..<end).reversed() {
      let moment = history[frame]
      guard moment.start > time, history[lastLit].start - moment.start < Self.silence,
        farthest > leastWay || history[end].start - moment.start < Self.rest
      else { break }
      if back.advance(to: moment.start, in: scene), let next = back.footprint(in: scene) {
        places.append((frame + 1, footprint))
        footprint = next
      }
      guard moment.isInformative, let share = back.share(ofFrame: frame, in: scene) else { continue }
      if share > Self.lit {
        guard back.sawLit(frame, in: scene) else {
          strangeBeyond += 1
          continue
        }
        strange += strangeBeyond
        strangeBeyond = 0
        lastLit = frame
        shares.append(share)
        farthest = max(farthest, (back.filter.place - pursuit.filter.place).length)
        self.pursuit.remember(back)
      } else if abs(share) < Self.dark {
        back.sawDark(frame)
      }
    }
    places.append((history.begin, footprint))
    places.reverse()
  }

  /// Whether the light has moved, and was the same all along: not something that shone there now and then.
  var isConvincing: Bool {
    farthest > leastWay && Self.fewStrange * strange < shares.count
      && shares.variance.squareRoot() < PositionFilter.steadiness
  }
}
