import Frames

extension LightReader {
  /// The brightness over the last 24 seconds of the tile that changes most, or of the whole picture if no tile changes. Empty if
  /// nothing changes above the noise and less than half of the picture is clipped.
  ///
  /// These samples explain why no torch is found. They are not a torch's.
  ///
  /// - Parameter grid: The last grid that was read.
  public func unreadSamples(in grid: LumaGrid) -> [LightSample] {
    guard let scene, scene.calibration.isDone, scene.history.end > 0 else { return [] }
    let frames = scene.history.firstFrame(since: scene.time - Self.unreadSpan)..<scene.history.end
    let modulations = (0..<scene.shape.count).map { scene.map.modulation(ofTile: $0, over: .long) }
    let best = modulations.indices.max { modulations[$0] < modulations[$1] }
    let changing = best.flatMap { modulations[$0] > Self.minimumModulation ? $0 : nil }
    let pictureLevels = frames.map { scene.history[$0].ambient }
    let clipped = grid.clippedShare(of: grid.tiles.indices)
    if changing == nil, clipped < Self.maximumClipped, !Self.varies(pictureLevels) { return [] }
    return frames.enumerated().compactMap { position, frame in
      let moment = scene.history[frame]
      guard moment.isInformative else { return nil }
      let level =
        changing.map { scene.history.value(of: $0, .sum, frame: frame) / TileMeasure.levelOfLuma }
        ?? 100 * pictureLevels[position]
      return LightSample(
        torch: TorchID(0), start: moment.start, exposure: moment.exposure ?? scene.frameTime, level: level,
        noise: 0, clipped: clipped > Self.maximumClipped ? clipped : 0)
    }
  }

  /// Seconds of samples. A diagnosis needs more than 5; a light below the noise needs 22 after its first second.
  private static let unreadSpan = 24.0
  /// The least modulation of a tile that is not chance.
  private static let minimumModulation = 1.6
  /// A picture that does not change is worth a diagnosis if this share of its pixels is clipped.
  private static let maximumClipped = 0.5

  /// Whether the picture's brightness changes by more than rounding: a tenth of a percent.
  private static func varies(_ levels: [Double]) -> Bool { levels.variance > 1e-6 }
}

extension LumaGrid {
  /// The share of the pixels of `tiles` that are as bright as the camera can measure.
  func clippedShare(of tiles: some Sequence<Int>) -> Double {
    var clipped = 0
    var pixels = 0
    for tile in tiles {
      clipped += Int(self.tiles[tile].clipped)
      pixels += pixelCount(column: tile % columns, row: tile / columns)
    }
    return pixels > 0 ? Double(clipped) / Double(pixels) : 0
  }
}
