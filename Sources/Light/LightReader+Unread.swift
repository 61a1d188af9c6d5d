import Frames

extension LightReader {
  /// The last seconds of what changes most while no torch is read: one tile, or the picture as a whole where most of it
  /// changes or is clipped. Empty where nothing changes beyond its noise and nothing is clipped.
  ///
  /// It tells why nothing is found, and is no torch.
  ///
  /// - Parameter grid: The last that was read.
  public func unread(_ grid: LumaGrid) -> [LightSample] {
    guard let scene, scene.calibration.isDone, scene.history.end > 0 else { return [] }
    let frames = scene.history.firstFrame(since: scene.time - Self.unreadSpan)..<scene.history.end
    let best = (0..<scene.shape.count).max {
      scene.map.modulation(ofTile: $0, over: .long) < scene.map.modulation(ofTile: $1, over: .long)
    }
    let isChanging =
      best.map { scene.map.modulation(ofTile: $0, over: .long) > Self.leastModulation } ?? false
    let pictureLevels = frames.map { scene.history[$0].ambient }
    let clipped = grid.clippedShare(of: grid.tiles.indices)
    if !isChanging, clipped < Self.mostClipped, !Self.isMoving(pictureLevels) { return [] }
    return frames.enumerated().compactMap { position, frame in
      let moment = scene.history[frame]
      guard moment.isInformative else { return nil }
      let level =
        isChanging
        ? scene.history.withSums(of: frame) { Double($0[best!]) / 256 } : 100 * pictureLevels[position]
      return LightSample(
        torch: TorchID(0), start: moment.start, exposure: moment.exposure ?? scene.frameTime, level: level,
        noise: 0, clipped: clipped > Self.mostClipped ? clipped : 0)
    }
  }

  private static let unreadSpan = 22.0
  /// The variance of a tile over that of its noise that chance does not make.
  private static let leastModulation = 1.6
  private static let mostClipped = 0.5

  /// Whether the picture's brightness moves by more than its rounding: a tenth of a percent.
  private static func isMoving(_ levels: [Double]) -> Bool {
    let mean = levels.reduce(0, +) / Double(max(levels.count, 1))
    let variance = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(levels.count, 1))
    return variance > 1e-6
  }
}

extension LumaGrid {
  /// The share of the pixels of `tiles` that are as bright as the camera can tell.
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
