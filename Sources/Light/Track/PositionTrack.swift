import Frames

/// Tracks a light across the picture.
///
/// A lit lamp adds its light to the tiles around it. The plain sum of the added light stays the same while the lamp moves from
/// tile to tile, and the centroid of the added light is the lamp's position. So a light is tracked from mark to mark
/// (``PositionFilter``). A spatial filter fitted to seconds of frames would come too late. The longer the light has been dark,
/// the farther it is searched around its expected position. A plain sum has more noise than weighted tiles, and includes
/// everything else that moves: a light at rest is better measured by weighted tiles.
///
/// Constants below without a source were chosen with simulated lamps that cross the picture or sway in a hand, alone, beside
/// others, and behind people.
struct PositionTrack {
  /// Means over some frames: the sum of each tile around the light, and the scene's brightness.
  private struct TileMeans {
    var sums: [Double]
    var ambient: Double
  }

  /// The light that the lamp adds to a frame in which it is lit, in luma times pixels.
  var flux: Double
  /// The tiles around it.
  private(set) var tiles: [Int] = []
  /// The frame in which the track began.
  private(set) var start = 0

  /// The last frames in which it was dark, and those in which it was lit.
  private var darkFrames: [Int] = []
  private var litFrames: [Int] = []
  private(set) var filter: PositionFilter
  /// When another light was last detected around it, in seconds.
  private(set) var lastNeighbourTime: Double?
  /// The place and the time, in seconds, at which another light as strong as this one was last lit together with it. A light at
  /// that place is not this light.
  private var rival: (place: SIMD2<Double>, time: Double)?
  /// How much farther than usual the window may reach, in pixels: as far as the light was clear at the start.
  private var farthestReach = Self.farthestReach
  /// Tiles of other lights, which are not measured.
  var blocked: Set<Int> = []

  /// How many dark and lit frames are remembered.
  private static let darkCount = 12
  private static let litCount = 2
  /// The window's reach around the expected position, in standard deviations of the position, and at most in pixels.
  private static let gate = 2.5
  private static let farthestReach = Double(HandSway.reach * LumaGrid.tileSide)
  /// How far around its position tiles are measured at least, in pixels: half a tile for the error of its centre, and some
  /// distance to move.
  private static let margin = 10.0
  /// The range of the flux, as a ratio to the usual one, within which a sum is the light's alone; and the largest sum of
  /// absolute changes of all tiles, as a ratio to the flux.
  private static let ownFluxRatio = 0.6...1.6
  private static let maximumAbsoluteChange = 1.5
  /// The largest ``TwoLevels/spread`` of the sum of all the tiles at the start. In a film of a torch that swayed by 15 pixels,
  /// a codec left up to a third of the lamp's light at its old place within two seconds.
  private static let maximumSpread = 0.045
  /// How far a frame that is wholly dark or lit may deviate from its level at the start, as a share of the step.
  private static let levelTolerance = 0.25
  /// The largest distance between the centroids of the narrow and the wide window at the start, in pixels, in addition to the
  /// position's uncertainty.
  private static let centreTolerance = 4.0
  /// The least share of the flux that must lie in the narrow window at the start.
  private static let minimumNearShare = 0.85
  /// How far around it other lights are searched, in pixels; their least share of its flux; and for how many seconds they are
  /// remembered.
  private static let neighbourReach = 32.0
  private static let neighbourShare = 0.3
  private static let neighbourMemory = 6.0
  /// How far from a rival's place a light may be that rival, in pixels: places are exact to a tile along each axis.
  private static let rivalReach = 1.5 * Double(LumaGrid.tileSide)
  /// Gain of the exponential moving average of its flux, per measurement.
  private static let fluxGain = 0.25
  /// The least step of a tile that counts for the centroid, in standard deviations of that tile.
  private static let minimumTileStep = 4.0
  /// The least flux that is tracked, in standard deviations of the sum of all the tiles. It also limits the window at the start.
  /// With 8, marks of a light that becomes fainter on its way are lost (MovingLightTests).
  private static let minimumContrast = 10.0
  /// The least flux that a search finds, in standard deviations of the sum of its tiles. The largest of 80 sums of noise exceeds
  /// six in one frame of ten million. In 78 films of torches in hands, with 8 instead there were 219 mistakes instead of 180.
  private static let minimumSearchContrast = 6.0

  /// Starts near the position of a spatial filter, with the last mark in the latest frames. The sum of all the tiles around shows
  /// when the light was lit, wherever among them it was.
  ///
  /// - Parameters:
  ///   - unit: The length of a dot, in seconds.
  ///   - others: The spatial filters of other lights.
  /// - Returns: `nil` if the light is too faint to be tracked, or its state or position is unclear.
  init?(of spatialFilter: SpatialFilter, unit: Double, others: [SpatialFilter], in scene: Scene) {
    flux = spatialFilter.flux
    filter = PositionFilter(from: .init(place: spatialFilter.place, time: 0, flux: flux))
    blocked = Self.tiles(of: others, beside: spatialFilter)
    let first = scene.history.firstFrame(since: scene.time - Self.startTime(unit: unit))
    let frames = (first..<scene.history.end).filter { scene.history[$0].isInformative }
    // A wide window is tried first, because the light may leave a narrow one. If the camera moves, more of the scene changes in a
    // wide window, so narrower ones are tried. If the camera rests, only other lights change there, and this light is better read
    // by its spatial filter.
    let widest = extraReach(in: scene)
    let narrowest = frames.last.map { scene.history[$0].motion.hasMoved } ?? false ? 0 : widest
    for extra in stride(from: widest, through: narrowest, by: -Double(LumaGrid.tileSide)) {
      flux = spatialFilter.flux
      farthestReach = extra < widest ? extra : Self.farthestReach
      tiles = window(around: spatialFilter.place, reach: reach + extra, in: scene.shape)
      if begin(in: frames, scene) { return }
    }
    return nil
  }

  /// The time whose frames a track starts from, in seconds: two seconds or eight dots, the longer of the two.
  static func startTime(unit: Double) -> Double { max(2, 8 * unit) }

  /// The tiles on which another light is stronger than this one.
  static func tiles(of others: [SpatialFilter], beside spatialFilter: SpatialFilter) -> Set<Int> {
    let own = Dictionary(spatialFilter.carriers.map { ($0.index, $0.step) }, uniquingKeysWith: max)
    var tiles: Set<Int> = []
    for other in others {
      for carrier in other.carriers
      where carrier.step > max(Self.othersShare * spatialFilter.flux, own[carrier.index] ?? 0) {
        tiles.insert(carrier.index)
      }
    }
    return tiles
  }

  /// A tile counts as another light's only if that light has more than this share of this light's flux on it.
  private static let othersShare = 0.05

  /// Starts with the present tiles. Returns whether the light and its position are clear in them.
  private mutating func begin(in frames: [Int], _ scene: Scene) -> Bool {
    guard !tiles.isEmpty, tiles.count <= SpatialFilter.maximumCarriers, let first = frames.first else {
      return false
    }
    let before = sum(ofFrame: first, scene) / scene.history[first].ambient
    let trace = frames.map { sum(ofFrame: $0, scene) - before * scene.history[$0].ambient }
    guard let levels = TwoLevels(of: trace), levels.spread < Self.maximumSpread else { return false }
    flux = levels.high - levels.low
    func state(_ index: Int) -> Double { (trace[index] - levels.low) / flux }
    darkFrames = frames.indices.filter { abs(state($0)) < Self.levelTolerance }.map { frames[$0] }
    darkFrames.removeFirst(max(0, darkFrames.count - Self.darkCount))
    let lit = frames.indices.dropFirst().dropLast().last { index in
      (index - 1...index + 1).allSatisfy { abs(state($0) - 1) < Self.levelTolerance }
    }
    guard let lit, let seen = measure(at: frames[lit], in: scene), isOwn(seen, scene) else { return false }
    start = frames[lit]
    litFrames = [start]
    flux = seen.flux
    filter = PositionFilter(from: .init(place: seen.place, time: scene.history[start].start, flux: flux))
    tiles = window(around: seen.place, reach: reach, in: scene.shape)
    // With two lights, the centroid would lie between them.
    guard isTrackable(in: scene), let near = measure(at: start, in: scene) else { return false }
    return near.flux > Self.minimumNearShare * flux
      && (near.place - seen.place).length < Self.centreTolerance + placeUncertainty(in: scene)
  }

  /// Whether its flux is large enough beside the noise of all the measured tiles.
  private func isTrackable(in scene: Scene) -> Bool { flux > Self.minimumContrast * noise(in: scene) }

  private func noise(in scene: Scene) -> Double {
    tiles.reduce(0) { $0 + scene.map.noise(ofTile: $1) * scene.map.noise(ofTile: $1) }.squareRoot()
  }

  /// Three standard deviations of its position in pixels: those of a centroid whose noisy tiles lie one tile away.
  func placeUncertainty(in scene: Scene) -> Double { 3 * Double(LumaGrid.tileSide) * noise(in: scene) / flux }

  /// How far from its position tiles are measured, in pixels.
  private var reach: Double { Self.margin + SpatialFilter.radius(ofFlux: flux) }

  /// How much farther the window may reach, in pixels, until the noise of its tiles is too large for the light.
  private func extraReach(in scene: Scene) -> Double {
    let centre = window(around: filter.place, reach: 0, in: scene.shape).first
    let noise = centre.map { scene.map.noise(ofTile: $0) } ?? ModulationMap.noiseFloor
    let side = Double(LumaGrid.tileSide) * flux / (Self.minimumContrast * noise)
    return min(farthestReach, max(0, side / 2 - reach))
  }

  /// Moves the window to where the light is expected in a frame, or to where it is lit around there.
  ///
  /// - Parameter isSearching: Whether to search around the expected place. A light that has not moved yet is not searched for:
  ///   farther away, another light is likelier.
  /// - Returns: Whether the measured tiles have changed.
  mutating func advance(to frame: Int, isSearching: Bool = true, in scene: Scene) -> Bool {
    let expected = filter.prediction(at: scene.history[frame].start)
    var next = self
    next.tiles = window(around: expected.place, reach: reach, in: scene.shape)
    if isSearching { next.search(frame, around: expected, in: scene) }
    guard next.tiles != tiles else { return false }
    self = next
    return true
  }

  /// Moves the window to the place around the expected one that has gained the most, if that is the light. A window around all
  /// these places would hold too much noise for a weak light, and more of a bright one's glow than a small window.
  private mutating func search(
    _ frame: Int, around expected: (place: SIMD2<Double>, deviation: Double), in scene: Scene
  ) {
    var (all, found) = (self, self)
    let farthest = reach + min(farthestReach, Self.gate * expected.deviation)
    all.tiles = window(around: expected.place, reach: farthest, in: scene.shape)
    guard all.tiles != tiles, share(ofFrame: frame, in: scene) ?? 1 < BackwardTrack.litShare,
      let dark = all.tileMeans(in: darkFrames, scene), let lit = all.tileMeans(in: [frame], scene),
      let brightest = all.tiles.indices.max(by: { Self.step($0, lit, dark) < Self.step($1, lit, dark) })
    else { return }
    found.tiles = window(around: scene.shape.centre(of: all.tiles[brightest]), reach: reach, in: scene.shape)
    // The least flux is small, because the light may be lit for a part of the exposure.
    guard let seen = found.measure(at: frame, in: scene),
      !isRival(at: seen.place, time: scene.history[frame].start),
      seen.flux > Self.minimumSearchContrast * found.noise(in: scene),
      seen.flux > BackwardTrack.darkShare * flux, seen.flux < Self.ownFluxRatio.upperBound * flux,
      all.seen(lit, beside: dark, in: scene).absoluteChange < Self.maximumAbsoluteChange * seen.flux
    else { return }
    tiles = window(around: seen.place, reach: reach, in: scene.shape)
    litFrames = [frame]
  }

  /// Whether another light was lately detected around it.
  func hasNeighbour(at time: Double) -> Bool {
    lastNeighbourTime.map { abs(time - $0) < Self.neighbourMemory } ?? false
  }

  mutating func learnDark(_ frame: Int) { Self.keep(frame, in: &darkFrames, Self.darkCount) }

  /// Measures the position in a frame in which the light was lit throughout.
  ///
  /// - Returns: Whether the light was detected. It was not if something else lights its tiles.
  mutating func learnLit(_ frame: Int, in scene: Scene) -> Bool {
    let time = scene.history[frame].start
    guard let seen = measure(at: frame, in: scene), isOwn(seen, scene),
      filter.isReachable(seen.place, at: time)
    else { return false }
    Self.keep(frame, in: &litFrames, Self.litCount)
    flux += Self.fluxGain * (seen.flux - flux)
    learnNeighbour(beside: seen, frame, scene)
    filter.take(.init(place: seen.place, time: time, flux: seen.flux))
    return true
  }

  /// Notes whether another light is lit around this one, and the place of one that is as strong.
  private mutating func learnNeighbour(beside seen: Measurement, _ frame: Int, _ scene: Scene) {
    let time = scene.history[frame].start
    var wide = self
    wide.tiles = window(
      around: filter.prediction(at: time).place, reach: reach + Self.neighbourReach, in: scene.shape)
    guard let all = wide.measure(at: frame, in: scene) else { return }
    let others = all.change - seen.change
    if abs(others) > Self.neighbourShare * flux { lastNeighbourTime = time }
    guard Self.ownFluxRatio.contains(others / flux) else { return }
    rival = ((all.change * all.place - seen.change * seen.place) / others, time)
  }

  private func isRival(at place: SIMD2<Double>, time: Double) -> Bool {
    rival.map { abs(time - $0.time) < Self.neighbourMemory && (place - $0.place).length < Self.rivalReach }
      ?? false
  }

  /// Moves the grid.
  mutating func move(_ move: GridMove) {
    tiles = tiles.compactMap { move.index(of: $0) }
    blocked = Set(blocked.compactMap { move.index(of: $0) })
    rival?.place += move.displacement
    filter.move(by: move.displacement)
  }

  /// Adds an earlier detection from a backward track.
  mutating func prepend(_ backward: PositionTrack) { filter.prepend(backward.filter) }

  /// Prepares for tracking backward: the latest dark frames are then forgotten first.
  mutating func reverseTime() {
    darkFrames.reverse()
    filter.reverseTime()
  }

  private static func keep(_ frame: Int, in frames: inout [Int], _ count: Int) {
    if frames.contains(frame) { return }
    frames.append(frame)
    if frames.count > count { frames.removeFirst() }
  }

  /// The flux in a frame as a share of the usual flux: 1 if it was lit throughout; `nil` where that is unknown.
  func share(ofFrame frame: Int, in scene: Scene) -> Double? {
    measure(at: frame, in: scene).map { $0.flux / flux }
  }

  private func isOwn(_ seen: Measurement, _ scene: Scene) -> Bool {
    Self.ownFluxRatio.contains(seen.flux / flux)
      && seen.absoluteChange < Self.maximumAbsoluteChange * seen.flux
  }

  /// The difference between a frame and the dark frames, around the light.
  private struct Measurement {
    /// In units of luma times pixels.
    var flux: Double
    /// The centroid of the significantly brighter tiles, in pixels; the last position if there are none.
    var place: SIMD2<Double>
    /// The sum of the changes of all significantly brighter or darker tiles, in luma times pixels. Where the picture moves by
    /// parts of a pixel, they cancel.
    var change: Double
    /// The sum of their absolute values.
    var absoluteChange: Double
  }

  private func measure(at frame: Int, in scene: Scene) -> Measurement? {
    guard let dark = tileMeans(in: darkFrames, scene), let lit = tileMeans(in: [frame], scene) else {
      return nil
    }
    return seen(lit, beside: dark, in: scene)
  }

  /// The light that a tile has gained. `index` is its position in `tiles`.
  private static func step(_ index: Int, _ lit: TileMeans, _ dark: TileMeans) -> Double {
    lit.sums[index] - dark.sums[index] * lit.ambient / dark.ambient
  }

  private func seen(_ lit: TileMeans, beside dark: TileMeans, in scene: Scene) -> Measurement {
    var seen = Measurement(flux: 0, place: .zero, change: 0, absoluteChange: 0)
    var weight = 0.0
    for index in tiles.indices {
      let step = Self.step(index, lit, dark)
      seen.flux += step
      guard abs(step) > Self.minimumTileStep * scene.map.noise(ofTile: tiles[index]) else { continue }
      seen.change += step
      seen.absoluteChange += abs(step)
      guard step > 0 else { continue }
      seen.place += step * scene.shape.centre(of: tiles[index])
      weight += step
    }
    seen.place = weight > 0 ? seen.place / weight : filter.place
    return seen
  }

  /// The sum of all the tiles.
  private func sum(ofFrame frame: Int, _ scene: Scene) -> Double {
    scene.history.withSums(of: frame) { sums in Double(tiles.reduce(0) { $0 + Int(sums[$1]) }) }
  }

  /// The mean of each tile over these frames; `nil` if none of them is known.
  private func tileMeans(in frames: some Collection<Int>, _ scene: Scene) -> TileMeans? {
    let known = frames.filter { scene.history.indices.contains($0) }
    guard !known.isEmpty else { return nil }
    var tileMeans = TileMeans(sums: Array(repeating: 0, count: tiles.count), ambient: 0)
    for frame in known {
      tileMeans.ambient += scene.history[frame].ambient / Double(known.count)
      scene.history.withSums(of: frame) { sums in
        for index in tiles.indices {
          tileMeans.sums[index] += Double(sums[tiles[index]]) / Double(known.count)
        }
      }
    }
    return tileMeans
  }

  /// The tiles that lie at least partly within `reach` pixels of `place` along either axis.
  private func window(around place: SIMD2<Double>, reach: Double, in shape: GridShape) -> [Int] {
    let side = Double(LumaGrid.tileSide)
    func span(_ centre: Double, _ count: Int) -> ClosedRange<Int>? {
      let first = max(0, Int(((centre - reach) / side).rounded(.down)))
      let last = min(count - 1, Int(((centre + reach) / side).rounded(.down)))
      return first <= last ? first...last : nil
    }
    guard let columns = span(place.x, shape.columns), let rows = span(place.y, shape.rows) else { return [] }
    var tiles: [Int] = []
    for row in rows {
      for column in columns where !blocked.contains(row * shape.columns + column) {
        tiles.append(row * shape.columns + column)
      }
    }
    return tiles
  }

  /// A spatial filter of all the tiles with equal weights; `nil` if too few frames are known. A tile's share of the step
  /// matters only if some tiles are outside the picture.
  func spatialFilter(in scene: Scene) -> SpatialFilter? {
    guard let dark = tileMeans(in: darkFrames, scene), let lit = tileMeans(in: litFrames, scene) else {
      return nil
    }
    var parts: [WeightedTiles.Part] = []
    var carriers: [SpatialFilter.Carrier] = []
    let bright = tiles.indices.reduce(0) { $0 + max(0, Self.step($1, lit, dark)) }
    guard bright > 0 else { return nil }
    for (index, tile) in tiles.enumerated() {
      let noise = scene.map.noise(ofTile: tile)
      let step = Self.step(index, lit, dark)
      parts.append(
        WeightedTiles.Part(
          index: tile, weight: 1,
          solution: TileRegression.Solution(
            dark: dark.sums[index], step: flux * max(0, step) / bright,
            slope: dark.sums[index] / dark.ambient, variance: noise * noise, significance: step / noise),
          isCarrier: true, noise: noise))
      if step > Self.minimumTileStep * noise {
        carriers.append(SpatialFilter.Carrier(index: tile, dark: dark.sums[index], step: step))
      }
    }
    carriers.sort { $0.step > $1.step }
    return SpatialFilter(
      WeightedTiles(parts, strongest: flux, ambient: dark.ambient, shape: scene.shape),
      carriers: carriers, allowsMotion: true, shape: scene.shape)
  }
}
