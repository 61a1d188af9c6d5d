import Frames
import Light
import Testing

/// Grids that no camera makes. Other packages may have measured them.
@Suite("Foreign grids")
struct ForeignGridTests {
  private static let sizes = [(64, 48), (160, 120), (17, 33), (1, 1), (16, 16), (16_384, 1), (3, 2000)]
  private static let exposures: [Double?] = [nil, 0, 0.01, 1e9, -1, .nan, .infinity]

  @Test("grids of any size, time and brightness are read in any order")
  func anyOrder() throws {
    let torches = try (UInt64(0)..<16).map(torchesFound(seed:))
    #expect(torches.count { $0 > 0 } > 8)
  }

  private func torchesFound(seed: UInt64) throws -> Int {
    var random = SplitMix64(seed: seed)
    func isRare() -> Bool { Int.random(in: 0..<800, using: &random) == 0 }
    var reader = LightReader(.init(torches: .random(in: 0...3, using: &random)))
    var (time, size, exposure) = (0.0, Self.sizes[0], Self.exposures[0])
    var (isLit, nextChange) = (false, 40)
    var found = 0
    func check(_ event: LightEvent) {
      if case .found = event { found += 1 }
      if case .sample(let sample) = event {
        #expect(sample.start.isFinite && sample.exposure >= 0 && sample.exposure.isFinite)
        #expect(sample.level.isFinite && sample.noise >= 0 && sample.noise.isFinite)
      }
      if case .edge(let edge) = event { #expect(edge.time.isFinite && edge.uncertainty >= 0) }
    }
    for frame in 0..<2400 {
      time += 1.0 / 30
      if isRare() { time += [-0.5, -3, 3, 1e4, -1e4, 9e9, -9e9].randomElement(using: &random) ?? 0 }
      if frame % 300 == 299 { size = Self.sizes.randomElement(using: &random) ?? size }
      if isRare() { exposure = Self.exposures.randomElement(using: &random) ?? nil }
      if frame == nextChange {
        isLit.toggle()
        nextChange += [4, 4, 12].randomElement(using: &random) ?? 4
      }
      let (columns, rows) = LumaGrid.size(width: size.0, height: size.1)
      let lamp = columns * rows / 2
      let flash = isRare()
      let tiles = (0..<columns * rows).map { tile in
        let right = min(LumaGrid.tileSide, size.0 - tile % columns * LumaGrid.tileSide)
        let down = min(LumaGrid.tileSide, size.1 - tile / columns * LumaGrid.tileSide)
        let luma = flash ? 255 : tile == lamp && isLit ? 200 : 60 + (tile * 31 + frame * 7) % 5
        // The parts of a tile need not fit each other.
        return LumaGrid.Tile(
          sum: UInt16(right * down * luma), maximum: isRare() ? 0 : UInt8(luma),
          clipped: isRare() ? 255 : 0)
      }
      let grid = try LumaGrid(
        width: size.0, height: size.1, tiles: tiles, timestamp: Timestamp(seconds: time), exposure: exposure)
      reader.read(grid, report: check)
      _ = reader.unreadSamples(in: grid)
      if isRare() { reader.note(FramesLost(count: -1, cause: .source, time: .zero)) }
      if isRare() { reader.recalibrate() }
      if isRare() { reader.restart(expecting: [TorchID(0), TorchID(99)]) }
      if isRare() { reader.expectUnit(TorchID(0), seconds: [0.1, 0, -1, .nan, 1e300][frame % 5]) }
      if isRare() { reader.configuration.sensitivity = .manual([0.5, .nan, -1e9, .infinity][frame % 4]) }
      if isRare() { reader.configuration.torches = .random(in: -1...3, using: &random) }
    }
    reader.finish(report: check)
    #expect(reader.state.torches.count <= 3)
    return found
  }
}
