import Frames

/// A light that is measured by its background difference, in frames from before the background was known.
extension Torch {
  /// The largest ``TwoLevels/spread`` of sums that are read in place of background differences: the step is six standard
  /// deviations, which noise reaches by chance in none of the frames.
  private static let largestSpread = 1.0 / 36

  /// Reads the light by the sums of its tiles until the background is known, if they show it.
  ///
  /// - Parameter lit: When it was lit.
  mutating func readBeginning(_ lit: LitShares, in scene: Scene, others: [SpatialFilter]) {
    let history = scene.history
    guard spatialFilter.measure.tileMeasure == .difference, motion.path == nil,
      let first = history.indices.first(where: { history[$0].isInformative && history[$0].hasDifferences }),
      first > history.begin
    else { return }
    let frames = first..<history.end
    let box = spatialFilter.box(margin: 2, in: scene.shape)
    let task = SpatialFilterFit.Task(
      frames: frames, recent: frames, lit: lit, seed: spatialFilter.carriers[0].index, columns: box.columns,
      rows: box.rows, others: others)
    guard var sums = fitter.fitWeights(task, in: scene), let levels = sums.levels(in: scene, frames: frames),
      levels.spread < Self.largestSpread, sums.follows(lit, in: scene, frames: frames)
    else { return }
    sums.rescale(dark: levels.low, bright: levels.high, to: tracker.levels.dark, tracker.levels.bright)
    motion.path = ([(history.begin, sums), (first, spatialFilter)], history.end - 1)
  }
}
