/// The tiles of a torch's light, and how they are measured as one level.
///
/// A level is 100 while the light is off. A lit light adds its brightness relative to its dark tiles.
struct SpatialFilter {
  /// A value that is linear in the light: the brightest pixel, or a weighted sum of tiles.
  protocol Measure: Sendable {
    /// What is measured of a tile.
    var tileMeasure: TileMeasure { get }
    /// The value while the light is off, and how much the light adds.
    var dark: Double { get }
    var step: Double { get }
    /// One standard deviation of the value: as measured, by rounding alone, and if the noise of every tile were 1.
    var noise: Double { get }
    var noiseFloor: Double { get }
    var unitNoise: Double { get }
    /// Whether it measures all the tiles among which a lamp in a hand sways.
    var sways: Bool { get }

    func value(ofFrame frame: Int, in history: GridHistory) -> Double
    /// Whether the light cannot be measured at that moment.
    func isBlind(at moment: GridHistory.Moment) -> Bool
    /// The measure after a move of the grid; `nil` if none of its tiles stays.
    func moved(by move: GridMove) -> Self?
  }

  /// A tile of the light: its sum while the light is off, and how much the light adds.
  struct Carrier {
    var index: Int
    var dark: Double
    var step: Double
  }

  /// More carriers than this add no information.
  static let maximumCarriers = 256

  private(set) var measure: any Measure
  /// The strongest first.
  private(set) var carriers: [Carrier]
  private(set) var columns: ClosedRange<Int>
  private(set) var rows: ClosedRange<Int>
  /// The centroid of the light, in pixels. It may be moved alone, where the tiles are not used.
  var place: SIMD2<Double>
  /// The light that is added to the whole picture, in luma times pixels.
  let flux: Double
  /// Whether the weights of the tiles around allow for motion of the light.
  let allowsMotion: Bool
  /// How much the light adds to the level, by the fit.
  private(set) var step: Double
  /// A level is `offset + gain * value`, where `value` is that of the measure.
  private var gain: Double
  private var offset: Double

  /// `nil` if there is no light.
  init?(_ measure: some Measure, carriers: [Carrier], allowsMotion: Bool, shape: GridShape) {
    guard !carriers.isEmpty, measure.step > 0 else { return nil }
    var flux = 0.0
    var place = SIMD2<Double>.zero
    var relative = 0.0
    for carrier in carriers {
      flux += carrier.step
      place += carrier.step * shape.centre(of: carrier.index)
      relative +=
        carrier.step * max(carrier.dark, Self.minimumLuma * Double(shape.pixelCount(of: carrier.index)))
    }
    guard flux > 0 else { return nil }
    self.measure = measure
    self.carriers = carriers
    (columns, rows) = shape.extent(of: carriers.lazy.map(\.index))
    self.place = place / flux
    self.flux = flux
    self.allowsMotion = allowsMotion
    // The level of a dark torch is 100. The step is that of the carriers, each weighted by its own step.
    step = 100 * carriers.reduce(0) { $0 + $1.step * $1.step } / relative
    gain = step / measure.step
    offset = 100 - gain * measure.dark
  }

  /// The filter after a move of the grid; `nil` if the light is no longer in the grid.
  func moved(by move: GridMove) -> SpatialFilter? {
    var next = self
    next.carriers = carriers.compactMap { carrier in
      move.index(of: carrier.index).map { Carrier(index: $0, dark: carrier.dark, step: carrier.step) }
    }
    guard !next.carriers.isEmpty, let measure = measure.moved(by: move) else { return nil }
    next.measure = measure
    (next.columns, next.rows) = move.shape.extent(of: next.carriers.lazy.map(\.index))
    next.place += move.displacement
    return next
  }

  /// Whether it measures all the tiles among which a lamp in a hand sways.
  var sways: Bool { measure.sways }

  /// The least mean luma of a dark tile: otherwise the level of a torch in black night would be infinite.
  private static let minimumLuma = 4.0

  /// The standard deviation of a level, from the tiles' own.
  var expectedNoise: Double { gain * measure.noise }

  /// The standard deviation that rounding alone gives a level.
  var noiseFloor: Double { gain * measure.noiseFloor }

  /// The standard deviation of a level if each tile's is `noise`, in units of a tile sum.
  func noise(ofTiles noise: Double) -> Double { gain * noise * measure.unitNoise }

  /// The level on the 100 scale.
  func level(ofFrame frame: Int, in history: GridHistory) -> Double {
    level(of: measure.value(ofFrame: frame, in: history))
  }

  /// A value of the measure on the 100 scale.
  func level(of value: Double) -> Double { offset + gain * value }

  /// The brightest pixel of the light's main tiles, in levels of luma.
  func brightest(ofFrame frame: Int, in history: GridHistory) -> Double {
    history.withMaxima(of: frame) { maxima in
      Double(mainTiles.reduce(0) { max($0, maxima[$1]) })
    }
  }

  /// The brightest pixel of the main tiles and of those around them, in levels of luma.
  func brightestAround(ofFrame frame: Int, in scene: Scene) -> Double {
    let shape = scene.shape
    return scene.history.withMaxima(of: frame) { maxima in
      var brightest: UInt8 = 0
      for tile in mainTiles {
        brightest = max(brightest, maxima[tile])
        forEachNeighbour(of: tile, width: shape.columns, height: shape.rows) {
          brightest = max(brightest, maxima[$0])
        }
      }
      return Double(brightest)
    }
  }

  private var mainTiles: some Sequence<Int> {
    carriers.prefix { $0.step > Self.mainShare * carriers[0].step }.lazy.map(\.index)
  }

  /// The least step of a main tile, as a share of the strongest carrier's.
  private static let mainShare = 0.3

  /// Whether the light cannot be measured at that moment.
  func isBlind(at moment: GridHistory.Moment) -> Bool { measure.isBlind(at: moment) }

  /// Whether the last frame has the values that it measures. See ``TileMeasure/isKnown(at:sways:)``.
  func isMeasureKnown(in scene: Scene) -> Bool {
    scene.history.last.map { measure.tileMeasure.isKnown(at: $0, sways: sways) } ?? true
  }

  /// Whether the frame before the last one has the values that it measures, and the last one does not.
  func isMeasureNewlyUnknown(in scene: Scene) -> Bool {
    let before = scene.history.end - 2
    return !isMeasureKnown(in: scene) && scene.history.indices.contains(before)
      && measure.tileMeasure.isKnown(at: scene.history[before], sways: sways)
  }

  /// The frames in which the light is measured.
  func measured(_ frames: Range<Int>, in history: GridHistory) -> some Sequence<Int> {
    frames.lazy.filter { history[$0].isInformative && !isBlind(at: history[$0]) }
  }

  /// The two levels of the light in these frames.
  func levels(in scene: Scene, frames: Range<Int>) -> TwoLevels? {
    TwoLevels(of: measured(frames, in: scene.history).map { level(ofFrame: $0, in: scene.history) })
  }

  /// The variance of its level by key frames, relative to the square of the step: see ``TileMeasure/keyFrameJump``.
  func keyFrameVariance(in scene: Scene) -> Double {
    guard scene.skipsTiles else { return 0 }
    let jump = measure.tileMeasure.keyFrameJump
    // The tiles' weights do not matter: they follow the noise, which such video does not show.
    let squares =
      measure.isBrightest ? measure.step * measure.step : carriers.reduce(0) { $0 + $1.step * $1.step }
    return jump * jump / squares
  }

  /// See ``TwoLevels/unsteadiness``.
  func unsteadiness(in scene: Scene, frames: Range<Int>) -> Double? {
    levels(in: scene, frames: frames)?.unsteadiness
  }

  /// Whether its levels in the frames follow the known lit times of the light: other things have two levels as well.
  func follows(_ lit: LitShares, in scene: Scene, frames: Range<Int>) -> Bool {
    var known = LitShares(capacity: scene.history.capacity)
    for frame in measured(frames, in: scene.history) {
      known.setShare(ofFrame: frame, to: level(ofFrame: frame, in: scene.history))
    }
    return known.agrees(with: lit, frames: frames)
  }

  /// One standard deviation of its levels while the light stays dark, and while it stays lit, from the changes between
  /// successive frames; `nil` if there are none.
  func noise(
    beside lit: LitShares, in scene: Scene, frames: Range<Int>
  ) -> (dark: Double?, lit: Double?) {
    var changes: (dark: [Double], lit: [Double]) = ([], [])
    var last: (share: Double, level: Double)?
    for frame in measured(frames, in: scene.history) {
      guard let share = lit[frame] else {
        last = nil
        continue
      }
      let now = (share: share, level: level(ofFrame: frame, in: scene.history))
      if let last, last.share == share {
        if share == 0 { changes.dark.append(abs(now.level - last.level)) }
        if share == 1 { changes.lit.append(abs(now.level - last.level)) }
      }
      last = now
    }
    return (noise(of: &changes.dark), noise(of: &changes.lit))
  }

  /// One standard deviation of a level, from its changes between successive frames. Large changes are limited as in the tracker
  /// (``KeyTracker/maximumChange(noise:step:)``).
  private func noise(of changes: inout [Double]) -> Double? {
    guard !changes.isEmpty else { return nil }
    let maximum = KeyTracker.maximumChange(noise: changes.takeNoise(from: .half), step: step)
    let square = changes.reduce(0) { $0 + min($1, maximum) * min($1, maximum) } / Double(changes.count)
    return (square / 2).squareRoot()
  }

  /// Rescales the levels: `dark` becomes `newDark`, and `bright` becomes `newBright`.
  mutating func rescale(dark: Double, bright: Double, to newDark: Double, _ newBright: Double) {
    let factor = (newBright - newDark) / (bright - dark)
    gain *= factor
    step *= factor
    offset = newDark + factor * (offset - dark)
  }

  func distance(to other: SpatialFilter) -> Double { (place - other.place).length }

  /// Whether two lights are so near that they may be one torch.
  func isBeside(_ other: SpatialFilter) -> Bool {
    let reach = measure.isBrightest || other.measure.isBrightest ? 40.0 : 24
    return distance(to: other) < reach + min(radius(contrast: 200), other.radius(contrast: 200))
  }

  /// Whether position, step or motion differ so much that the filter must be replaced.
  func differs(from other: SpatialFilter) -> Bool {
    allowsMotion != other.allowsMotion || distance(to: other) > 0.75 || abs(step / other.step - 1) > 0.15
  }

  /// Whether the ``TwoLevels/unsteadiness`` of its levels is less than `share` of the other's.
  func isSteadier(than other: SpatialFilter, by share: Double, in scene: Scene, frames: Range<Int>) -> Bool {
    guard let own = unsteadiness(in: scene, frames: frames) else { return false }
    let others = other.unsteadiness(in: scene, frames: frames) ?? .infinity
    return own + keyFrameVariance(in: scene) < share * (others + other.keyFrameVariance(in: scene))
  }

  /// The columns and rows of its carriers, and `margin` more each way.
  func box(margin: Int, in shape: GridShape) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    shape.box(around: columns, rows, margin: margin)
  }

  /// The radius in pixels of a disc that gives the same light with every pixel raised by `contrast` levels of luma.
  func radius(contrast: Double) -> Double { Self.radius(ofFlux: flux, contrast: max(contrast, 1)) }

  static func radius(ofFlux flux: Double, contrast: Double = usualContrast) -> Double {
    (flux / contrast / .pi).squareRoot()
  }

  /// The assumed brightness that a light adds to its pixels if it is not measured, in levels of luma.
  private static let usualContrast = 150.0
}

extension SpatialFilter.Measure {
  var isBrightest: Bool { tileMeasure != .sum }
  var sways: Bool { false }
}
