/// The path of a light to where it was found: a track that goes backward from frame to frame.
struct BackwardTrack {
  /// The light's spatial filters, each with the frame from which it holds, in the order of time.
  private(set) var places: [(from: Int, spatialFilter: SpatialFilter)] = []
  /// The last frame of the path, in which the light was lit.
  let end: Int
  /// The track at `end`, with the detections of the path.
  private(set) var track: PositionTrack

  /// The lit frames, and where the light was in them.
  private var detections: [(frame: Int, place: SIMD2<Double>)] = []
  /// The measured places, not smoothed by the position filter.
  private var measuredPlaces: [SIMD2<Double>] = []
  /// The measured shares of the usual flux in lit frames, and how many frames between them showed something else.
  private var shares: [Double] = []
  private var mismatches = 0
  /// The largest distance from where the light was found, and the least significant distance, in pixels.
  private var farthest = 0.0
  private let significantDistance: Double

  /// The least distance that counts as motion, in pixels, in addition to the position's uncertainty.
  static let minimumMotion = 6.0
  /// A frame with more than this share of the usual flux is lit.
  static let litShare = 0.65
  /// A frame with less than this share is dark.
  static let darkShare = 0.2
  /// A frame with less than this share is dark, or has an edge.
  private static let notLitShare = 1 - litShare
  /// The least number of frames with the light for each frame with something else.
  private static let framesPerMismatch = 10
  /// The search stops after this time without a mark, in seconds.
  private static let longestSilence = 30.0
  /// The search stops if the light rested for this time before it was found, in seconds.
  private static let restTime = 6.0

  /// - Parameters:
  ///   - track: A track of the light where it was found.
  ///   - time: Frames up to it have been reported already.
  init(_ track: PositionTrack, since time: Double, in scene: Scene) {
    self.track = track
    end = track.start
    significantDistance = Self.minimumMotion + track.placeUncertainty(in: scene)
    let history = scene.history
    var back = track
    back.reverseTime()
    guard var spatialFilter = back.spatialFilter(in: scene) else { return }
    var lastLit = end
    // Frames with something else since the last detection.
    var laterMismatches = 0
    for frame in (history.begin..<end).reversed() {
      let moment = history[frame]
      guard moment.start > time, history[lastLit].start - moment.start < Self.longestSilence,
        farthest > significantDistance || history[end].start - moment.start < Self.restTime
      else { break }
      if back.advance(to: frame, in: scene), let next = back.spatialFilter(in: scene) {
        places.append((frame + 1, spatialFilter))
        spatialFilter = next
      }
      guard moment.isInformative, let share = back.share(ofFrame: frame, in: scene) else { continue }
      if share > Self.litShare {
        guard back.learnLit(frame, in: scene) else {
          laterMismatches += 1
          continue
        }
        mismatches += laterMismatches
        laterMismatches = 0
        lastLit = frame
        shares.append(share)
        detections.append((frame, back.filter.place))
        measuredPlaces.append(back.filter.detections.last!.place)
        farthest = max(farthest, (back.filter.place - track.filter.place).length)
        self.track.prepend(back)
      } else if abs(share) < Self.darkShare {
        back.learnDark(frame)
      }
    }
    places.append((history.begin, spatialFilter))
    places.reverse()
    places.forget(before: knownBegin(in: history))
  }

  /// The frame from which on the path is known: its first mark, and the dark just before it. Still earlier the position is
  /// extrapolated, so the tiles may hold something else.
  private func knownBegin(in history: GridHistory) -> Int {
    let shares = (history.begin..<frames.lowerBound).reversed().lazy
      .filter { history[$0].isInformative }.map { (frame: $0, share: share(ofFrame: $0, in: history)) }
    guard let dark = shares.first(where: { $0.share < Self.notLitShare }) else { return frames.lowerBound }
    let other = shares.first { $0.frame < dark.frame && abs($0.share) > Self.notLitShare }
    return other.map { $0.frame + 1 } ?? history.begin
  }

  /// The frames of the path in which the light was detected, and those between them.
  var frames: Range<Int> { (detections.last?.frame ?? end)..<end }

  /// How brightly the light shines in a frame of the path: 0 is dark, 1 is fully lit.
  func share(ofFrame frame: Int, in history: GridHistory) -> Double {
    guard let filter = places.last(where: { $0.from <= frame })?.spatialFilter else { return 0 }
    return (filter.level(ofFrame: frame, in: history) - 100) / filter.step
  }

  /// Whether a torch that seems to rest was this light while it passed there: the path accounts for all of its marks.
  func accounts(for torch: Torch, in history: GridHistory) -> Bool {
    guard let first = detections.last?.frame, torch.begins(after: history[history.begin].start) else {
      return false
    }
    let light = torch.light
    let marked = (first..<end).count { light.lit[$0] ?? 0 > 0.5 }
    let shared = detections.count { frame, place in
      light.lit[frame] ?? 0 > 0.5 && (place - light.spatialFilter.place).length < KnownLight.sameLightDistance
    }
    return marked > 0 && Double(shared) > KnownLight.minimumSharedMarks * Double(marked)
      && (history.begin..<first).allSatisfy { light.lit[$0] ?? 0 <= 0.5 }
  }

  /// Whether the light has moved with constant flux. Other lights that were lit there at times do not count.
  var isConvincing: Bool {
    farthest > significantDistance && !KnownLight.areTwoLamps(measuredPlaces, within: significantDistance)
      && Self.framesPerMismatch * mismatches < shares.count
      && shares.variance.squareRoot() < PositionFilter.maximumFluxDeviation
  }
}

extension Array<(from: Int, spatialFilter: SpatialFilter)> {
  /// Forgets the places of a path before a frame.
  mutating func forget(before frame: Int) {
    guard let first = lastIndex(where: { $0.from <= frame }) else { return }
    removeFirst(first)
    self[0].from = frame
  }
}
