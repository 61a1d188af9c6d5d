import Frames

/// Follows a light across the picture.
///
/// All that the tiles around a light hold beyond what they held while it was dark is its own, wherever among them it is: their
/// plain sum stays the same while the light moves from one to the next, and its centroid tells where it has come to. So a
/// light is followed from mark to mark (``PositionFilter``), where a footprint fitted to seconds of frames would be left behind.
/// The longer it has been dark, the farther around its expected place the tiles are summed. The plain sum pays with noise, and
/// with all else that moves there: a light that stands still is better seen by its weighed tiles.
///
/// Shares and lengths below that have no source of their own were chosen by simulated lamps that cross the picture or sway in a
/// hand, alone, beside others, and behind people.
struct Pursuit {
  /// What the tiles around the light held in some frames, on the average: their sums, tile by tile, and the scene's brightness.
  private struct Hold {
    var sums: [Double]
    var ambient: Double
  }

  /// The light that a frame adds when it is lit, in units of luma times pixels.
  private(set) var flux: Double
  /// The tiles around it.
  private(set) var tiles: [Int]
  /// The frame that it began with.
  private(set) var start: Int

  /// The last frames in which it was dark, and those in which it was lit.
  private var darkFrames: [Int] = []
  private var litFrames: [Int] = []
  private(set) var filter: PositionFilter
  /// When something else was last seen to shine around it while it shone.
  private(set) var lastCrowded: Double?
  /// Tiles that are another light's.
  private var blocked: Set<Int> = []

  /// Frames that tell what the tiles hold while it is dark, and where it is while lit.
  private static let darkCount = 12
  private static let litCount = 2
  /// How many standard deviations of its place are measured around it, and how far at most, in pixels: three times the sway of
  /// a hand that holds a near light.
  private static let gate = 2.5
  private static let farthest = 64.0
  /// How far around its place tiles are measured, in pixels: half a tile by which its centre may be wrong, and some way to go.
  private static let margin = 10.0
  /// The shares of the usual light between which a sum is the light's alone, and how much more all tiles together may stray.
  private static let ownFlux = 0.6...1.6
  private static let mostStray = 1.5
  /// How badly the light of all the tiles around may keep to two levels at first (``TwoLevels``): what a codec left of a lamp where
  /// it had been came to a third of its light within two seconds, in a film of a torch that swayed by 15 pixels. And by how much of
  /// their distance a frame wholly dark or lit may stray.
  private static let mostUnsteady = 0.045
  private static let edge = 0.25
  /// How far its centre may lie from that of all around it at first, in pixels, beyond doubt.
  private static let aside = 4.0
  /// The share of its light that must lie near it at first.
  private static let whole = 0.85
  /// How far around it something else is looked for, in pixels, the share of its light that this has, and seconds for which it is
  /// remembered.
  private static let neighbourhood = 32.0
  private static let company = 0.3
  private static let crowdedTime = 6.0
  /// How fast its light is followed where that becomes stronger or fainter: by so large a share of the difference at each sight.
  private static let follow = 0.25
  /// The step from which on a tile's light is the torch's, in standard deviations of that tile.
  private static let clear = 4.0
  /// The least light that is followed, in standard deviations of the sum of all the tiles. It also bounds how far around they are
  /// summed: wide windows find a light again sooner but add noise. With 8, marks of a light that becomes fainter on its way are
  /// lost (MovingLightTests); with a bound of 24, a torch in a hand whose camera is in a hand too had 2.9 % errors, and 0.5 % with
  /// this one and a step that follows each sight (18 films).
  private static let leastClearness = 10.0

  /// Begins with a light that falls about where the footprint says, and with the last mark among the frames: all the tiles
  /// around together tell when it shone, wherever among them it was.
  ///
  /// - Parameter others: Tiles that are other lights'.
  /// - Returns: `nil` where that is not clear, or the light is too faint to be followed so.
  init?(of footprint: Footprint, in frames: Range<Int>, others: Set<Int>, scene: Scene) {
    let place = SIMD2(footprint.x, footprint.y)
    flux = footprint.flux
    (tiles, start) = ([], 0)
    filter = PositionFilter(from: .init(place: place, time: 0, flux: flux))
    blocked = others
    tiles = window(around: place, reach: reach + farthest(in: scene), in: scene.shape)
    let frames = frames.filter { scene.history[$0].isInformative }
    guard !tiles.isEmpty, tiles.count <= Footprint.largest, let first = frames.first else { return nil }
    let before = sum(ofFrame: first, scene) / scene.history[first].ambient
    let trace = frames.map { sum(ofFrame: $0, scene) - before * scene.history[$0].ambient }
    guard let levels = TwoLevels(of: trace), levels.spread < Self.mostUnsteady else { return nil }
    flux = levels.high - levels.low
    func state(_ index: Int) -> Double { (trace[index] - levels.low) / flux }
    darkFrames = frames.indices.filter { abs(state($0)) < Self.edge }.map { frames[$0] }
    darkFrames.removeFirst(max(0, darkFrames.count - Self.darkCount))
    let lit = frames.indices.dropFirst().dropLast().last { index in
      (index - 1...index + 1).allSatisfy { abs(state($0) - 1) < Self.edge }
    }
    guard let lit, let seen = look(at: frames[lit], in: scene), isOwn(seen, scene) else { return nil }
    start = frames[lit]
    litFrames = [start]
    flux = seen.flux
    filter = PositionFilter(from: .init(place: seen.place, time: scene.history[start].start, flux: flux))
    tiles = window(around: seen.place, reach: reach, in: scene.shape)
    // Two lights have their centre between them.
    guard isClear(in: scene), let near = look(at: start, in: scene),
      near.flux > Self.whole * flux, (near.place - seen.place).length < Self.aside + doubt(in: scene)
    else { return nil }
  }

  /// Whether its light stands out from the noise of all the tiles that are measured.
  private func isClear(in scene: Scene) -> Bool { flux > Self.leastClearness * noise(in: scene) }

  private func noise(in scene: Scene) -> Double {
    tiles.reduce(0) { $0 + scene.map.noise(ofTile: $1) * scene.map.noise(ofTile: $1) }.squareRoot()
  }

  /// Three standard deviations of its place, in pixels: those of a centroid whose tiles lie a tile from it, and are noisy.
  func doubt(in scene: Scene) -> Double { 3 * Double(LumaGrid.tileSide) * noise(in: scene) / flux }

  /// How far from its place tiles are measured, in pixels.
  private var reach: Double { Self.margin + Footprint.radius(ofFlux: flux) }

  /// How far around its expected place tiles may be summed: no farther than it stands out from their noise.
  private func farthest(in scene: Scene) -> Double {
    let centre = window(around: filter.place, reach: 0, in: scene.shape).first
    let noise = centre.map { scene.map.noise(ofTile: $0) } ?? ModulationMap.noiseFloor
    let side = Double(LumaGrid.tileSide) * flux / (Self.leastClearness * noise)
    return min(Self.farthest, max(0, side / 2 - reach))
  }

  /// Makes ready for the frame at `time`.
  ///
  /// - Parameter isSought: Whether to look as far around as it may have come.
  /// - Returns: Whether other tiles are measured now than before.
  mutating func advance(to time: Double, isSought: Bool = true, in scene: Scene) -> Bool {
    let expected = filter.prediction(at: time)
    let next = window(
      around: expected.place,
      reach: reach + (isSought ? min(farthest(in: scene), Self.gate * expected.deviation) : 0),
      in: scene.shape)
    guard next != tiles else { return false }
    tiles = next
    return true
  }

  /// Whether something else has shone around it within some seconds.
  func isCrowded(at time: Double) -> Bool {
    lastCrowded.map { abs(time - $0) < Self.crowdedTime } ?? false
  }

  /// Leaves these tiles to other lights, in place of those left before.
  mutating func leave(_ tiles: Set<Int>) { blocked = tiles }

  /// It has become stronger or fainter.
  mutating func expect(flux: Double) { self.flux = flux }

  mutating func sawDark(_ frame: Int) { Self.keep(frame, in: &darkFrames, Self.darkCount) }

  /// Sees where it is in a frame in which it was lit throughout.
  ///
  /// - Returns: Whether it was seen: not so where something else is there.
  mutating func sawLit(_ frame: Int, in scene: Scene) -> Bool {
    guard let seen = look(at: frame, in: scene), isOwn(seen, scene) else { return false }
    Self.keep(frame, in: &litFrames, Self.litCount)
    flux += Self.follow * (seen.flux - flux)
    let time = scene.history[frame].start
    if isInCompany(seen, frame, scene) { lastCrowded = time }
    filter.take(.init(place: seen.place, time: time, flux: seen.flux))
    return true
  }

  /// Whether something else shines around it than what was seen of it.
  private func isInCompany(_ seen: Seen, _ frame: Int, _ scene: Scene) -> Bool {
    var wide = self
    let place = filter.prediction(at: scene.history[frame].start).place
    wide.tiles = window(around: place, reach: reach + Self.neighbourhood, in: scene.shape)
    guard let all = wide.look(at: frame, in: scene) else { return false }
    return all.stray - seen.stray > Self.company * flux
  }

  /// Takes over where it was before, from one that has followed it back.
  mutating func remember(_ back: Pursuit) { filter.begin(with: back.filter) }

  /// Makes ready to go back from frame to frame: the frames nearest to the beginning are the last ones to be forgotten.
  mutating func turnBack() {
    darkFrames.reverse()
    filter.turnBack()
  }

  private static func keep(_ frame: Int, in frames: inout [Int], _ count: Int) {
    if frames.contains(frame) { return }
    frames.append(frame)
    if frames.count > count { frames.removeFirst() }
  }

  /// What a frame shows of its light, 1 where it is lit throughout; `nil` where that is unknown.
  func share(ofFrame frame: Int, in scene: Scene) -> Double? {
    look(at: frame, in: scene).map { $0.flux / flux }
  }

  private func isOwn(_ seen: Seen, _ scene: Scene) -> Bool {
    Self.ownFlux.contains(seen.flux / flux) && seen.stray < Self.mostStray * seen.flux
  }

  /// What a frame shows around the light, beside what is there while it is dark.
  private struct Seen {
    /// In units of luma times pixels.
    var flux: Double
    /// The centroid of the tiles that surely are brighter, in pixels; where there are none, the light's last place.
    var place: SIMD2<Double>
    /// How far all tiles that surely are brighter or darker lie from dark, together: in units of luma times pixels.
    var stray: Double
  }

  private func look(at frame: Int, in scene: Scene) -> Seen? {
    guard let dark = hold(in: darkFrames, scene), let lit = hold(in: [frame], scene) else { return nil }
    return seen(lit, beside: dark, in: scene)
  }

  /// What a tile has gained, by number among the tiles.
  private static func step(_ index: Int, _ lit: Hold, _ dark: Hold) -> Double {
    lit.sums[index] - dark.sums[index] * lit.ambient / dark.ambient
  }

  private func seen(_ lit: Hold, beside dark: Hold, in scene: Scene) -> Seen {
    var seen = Seen(flux: 0, place: .zero, stray: 0)
    var weight = 0.0
    for index in tiles.indices {
      let step = Self.step(index, lit, dark)
      seen.flux += step
      guard abs(step) > Self.clear * scene.map.noise(ofTile: tiles[index]) else { continue }
      seen.stray += abs(step)
      guard step > 0 else { continue }
      let centre = scene.shape.centre(of: tiles[index])
      seen.place += step * SIMD2(centre.x, centre.y)
      weight += step
    }
    seen.place = weight > 0 ? seen.place / weight : filter.place
    return seen
  }

  /// What all the tiles hold together.
  private func sum(ofFrame frame: Int, _ scene: Scene) -> Double {
    scene.history.withSums(of: frame) { sums in Double(tiles.reduce(0) { $0 + Int(sums[$1]) }) }
  }

  /// What the tiles hold on average in these frames; `nil` where there are too few.
  private func hold(in frames: some Collection<Int>, _ scene: Scene) -> Hold? {
    let known = frames.filter { scene.history.indices.contains($0) }
    guard !known.isEmpty else { return nil }
    var hold = Hold(sums: Array(repeating: 0, count: tiles.count), ambient: 0)
    for frame in known {
      hold.ambient += scene.history[frame].ambient / Double(known.count)
      scene.history.withSums(of: frame) { sums in
        for index in tiles.indices { hold.sums[index] += Double(sums[tiles[index]]) / Double(known.count) }
      }
    }
    return hold
  }

  /// The tiles of which a part lies so near to `place`, in pixels along either axis.
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

  /// The light as the tiles measure it; `nil` where too little of it was seen. The tiles are weighed alike, and
  /// what each has of the step counts only where some are beside the picture.
  func footprint(in scene: Scene) -> Footprint? {
    guard let dark = hold(in: darkFrames, scene), let lit = hold(in: litFrames, scene) else { return nil }
    var parts: [WeightedTiles.Part] = []
    var carriers: [Footprint.Carrier] = []
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
      if step > Self.clear * noise {
        carriers.append(Footprint.Carrier(index: tile, dark: dark.sums[index], step: step))
      }
    }
    carriers.sort { $0.step > $1.step }
    return Footprint(
      .weighted(WeightedTiles(parts, strongest: flux, ambient: dark.ambient, shape: scene.shape)),
      carriers: carriers, wanders: true, shape: scene.shape)
  }
}
