import Frames
import Testing

@testable import Light

@Suite("Measurements and their history")
struct MeasureTests {
  @Test("whether a light was lit is unknown in forgotten, skipped and later frames")
  func litShares() {
    var lit = LitShares(capacity: 10)
    for frame in 0..<15 { lit.setShare(ofFrame: frame, to: frame.isMultiple(of: 2) ? 1 : 0) }
    #expect((0..<25).filter { lit[$0] != nil } == Array(5..<15))
    lit.setShare(ofFrame: 18, to: 1)
    #expect((0..<25).filter { lit[$0] != nil } == Array(9..<15) + [18])
    var other = LitShares(capacity: 10)
    for frame in 5..<10 { other.setShare(ofFrame: frame, to: 1) }
    let any = LitShares(ofAny: [lit, other])
    #expect((0..<25).filter { any[$0] == 1 } == [9, 10, 12, 14, 18])
  }

  @Test(
    "the time of an edge inside an exposure follows from the exposure's light",
    arguments: [
      // The levels before and after as shares of the step, whether the light goes on, and the time of the edge in frames.
      // The shutter is open for 0.8 of each frame.
      (0.0, 0.5, true, 1.4), (0, 0.25, true, 1.6), (0.25, 1, true, 0.6), (1, 0.5, false, 1.4),
      (0.75, 0, false, 0.6),
      // Without a partial level, the edge lies between the two exposures.
      (0, 1, true, 0.9), (1, 0, false, 0.9),
    ])
  func edge(before: Double, after: Double, isOn: Bool, time: Double) {
    let timing = EdgeTiming(
      before: Reading(start: 0, exposure: 0.8, level: 100 + 20 * before),
      after: Reading(start: 1, exposure: 0.8, level: 100 + 20 * after), dark: 100, step: 20, isOn: isOn,
      noise: 0.01)
    #expect(abs(timing.time - time) < 0.02)
    #expect(timing.uncertainty < 0.08)
  }

  @Test("an edge in a gap of lost frames may be anywhere in the gap")
  func gap() {
    let timing = EdgeTiming(
      before: Reading(start: 0, exposure: 0.5, level: 0), after: Reading(start: 10, exposure: 0.5, level: 1),
      dark: 0,
      step: 1, isOn: true, noise: 0.01)
    #expect(abs(timing.time - 5.25) < 0.1)
    // A uniform distribution of width 9.5.
    #expect(abs(timing.uncertainty - 9.5 / 12.0.squareRoot()) < 0.1)
  }

  @Test("the shutter's opening is the share of edges that leave a partial level", arguments: [0.2, 0.5, 0.9])
  func exposure(openShare: Double) {
    var estimate = ExposureEstimate()
    var random = SplitMix64(seed: 5)
    for _ in 0..<600 {
      let phase = random.uniform()
      estimate.take(before: 0, after: phase < openShare ? phase / openShare : 1)
    }
    #expect(abs(estimate.openShare - openShare) < 2 * estimate.uncertainty)
  }

  @Test("a square wave has two levels, a uniform spread has unsteady ones, a constant has none")
  func levels() throws {
    let square = try #require(TwoLevels(of: [1, 1, 5, 5, 1, 5, 1, 1]))
    #expect(square.low == 1 && square.high == 5 && square.unsteadiness == 0)
    let spread = try #require(TwoLevels(of: (0..<1000).map(Double.init)))
    #expect(abs(spread.unsteadiness - 1.0 / 12) < 0.01)
    #expect(TwoLevels(of: [3, 3, 3]) == nil)
    #expect(TwoLevels(of: []) == nil)
  }

  @Test("the history forgets the oldest frame, and finds frames by their time")
  func history() {
    var history = GridHistory(tileCount: 1, frames: 64, bytes: 1 << 20)
    var grid = LumaGrid(width: 16, height: 16)
    for frame in 0..<100 {
      grid.tiles[0] = LumaGrid.Tile(sum: UInt16(frame), maximum: 0, clipped: 0)
      history.append(grid) { current, previous in
        #expect(previous.first.map(Int.init) == (frame == 0 ? nil : frame - 1))
        return GridHistory.Moment(
          start: Double(current[0]), exposure: nil, ambient: 1, isInformative: true)
      }
    }
    #expect(history.indices == 36..<100)
    #expect(history.firstFrame(since: 50.5) == 51)
    #expect(history.withSums(of: 51) { $0[0] } == 51)
  }

  @Test("the history keeps background differences, and knows which frames have none")
  func differences() {
    var history = GridHistory(tileCount: 2, frames: 64, bytes: 1 << 20)
    var grid = LumaGrid(width: 32, height: 16)
    for frame in 0..<150 {
      grid.backgroundDifferences = (10..<20).contains(frame % 30) ? [UInt8(frame), 200] : nil
      history.append(grid) { _, _ in
        GridHistory.Moment(start: Double(frame), exposure: nil, ambient: 1, isInformative: true)
      }
    }
    for frame in history.indices {
      let isKnown = (10..<20).contains(frame % 30)
      #expect(history[frame].hasDifferences == isKnown)
      #expect(history.withDifferences(of: frame) { Array($0) } == (isKnown ? [UInt8(frame), 200] : nil))
      #expect(history.value(of: 0, .difference, frame: frame) == (isKnown ? 256 * Double(frame) : 0))
    }
  }

  @Test("a lamp over a quarter of the picture does not change the ambient brightness")
  func ambient() {
    var reference = AmbientReference()
    let background = [UInt16](repeating: 20_000, count: 400)
    background.withUnsafeBufferPointer { reference.completeReference(with: $0) }
    let lit = background.enumerated().map { $0 % 4 == 0 ? 60_000 : $1 }
    #expect(lit.withUnsafeBufferPointer { reference.brightness(of: $0) } == 1)
    let dim = background.map { $0 / 2 }
    #expect(abs(dim.withUnsafeBufferPointer { reference.brightness(of: $0) } - 0.5) < 0.01)
  }

  @Test(
    "the ambient brightness is known across a move of the grid, also where it changes in the same frame",
    arguments: [5, 25])
  func ambientOfMovedGrid(columns: Int) {
    var reference = AmbientReference()
    func brightness(_ level: UInt16) -> Double {
      let picture = [UInt16](repeating: level, count: 400)
      return picture.withUnsafeBufferPointer {
        reference.completeReference(with: $0, brightness: 0.5)
        return reference.brightness(of: $0)
      }
    }
    #expect(abs(brightness(20_000) - 0.5) < 0.01)
    let shape = GridShape(LumaGrid(width: 320, height: 320))
    reference.move(GridMove(of: shape, by: SIMD2(columns, 0)))
    // If no tile stays, the picture counts as bright as the last one.
    #expect(abs(brightness(10_000) - (columns < 20 ? 0.25 : 0.5)) < 0.01)
    #expect(abs(brightness(5000) - (columns < 20 ? 0.125 : 0.25)) < 0.01)
  }
}
