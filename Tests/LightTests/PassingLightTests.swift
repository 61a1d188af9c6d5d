import Frames
import Testing

@testable import Light

/// A picture in which each tile is lit in frames of its own.
private struct Street {
  static let shape = GridShape(LumaGrid(width: 320, height: 240))
  /// In the middle of the picture, and three tiles away from it.
  static let middle = tile(10, 7)
  static let (left, right) = (tile(7, 7), tile(13, 7))

  static func tile(_ column: Int, _ row: Int) -> Int { row * shape.columns + column }

  /// The frames in which each tile becomes lit, for `length` frames.
  var shines: [Int: [Int]]
  var length = 8
  var frames = 700
  /// Whether the light is so small that only the brightest pixel shows it.
  var isSmall = false

  /// Whether the light in `tile` counts as passing, or with `surely` as passing for a long time.
  func isPassing(in tile: Int = middle, surely: Bool = false) -> Bool {
    var random = SplitMix64(seed: 3)
    var history = GridHistory(tileCount: Self.shape.count, frames: frames, bytes: 1 << 24)
    var grid = LumaGrid(width: Self.shape.width, height: Self.shape.height)
    var tracker = KeyTracker(.init(dark: 100, step: 100, noise: 5), noiseFloor: 1)
    var lit = LitShares(capacity: history.capacity)
    for frame in 0..<frames {
      func isLit(_ tile: Int) -> Bool {
        shines[tile]?.contains { ($0..<$0 + length).contains(frame) } ?? false
      }
      for tile in grid.tiles.indices {
        let noise = 40 * random.gaussian()
        let sum = 20_000 + noise + (isLit(tile) && !isSmall ? 6000 : 0)
        grid.tiles[tile] = .init(sum: UInt16(sum), maximum: isLit(tile) ? 200 : 100, clipped: 0)
      }
      let start = Double(frame) / 30
      history.append(grid) { _, _ in
        .init(start: start, exposure: nil, ambient: 1, isInformative: true)
      }
      let level = isLit(tile) ? 200.0 : 100
      let outcome = tracker.take(Reading(start: start, exposure: 0.02, level: level))
      lit.note(frame, level: level, outcome: outcome, of: tracker, in: history)
    }
    var passing = PassingLight()
    if surely { return passing.isSurelySeen(in: tile, lit: lit, history: history, shape: Self.shape) }
    return passing.isSeen(
      in: tile, lit: lit, frames: history.indices, history: history, shape: Self.shape)
  }
}

@Suite("A passing light")
struct PassingLightTests {
  @Test("is seen first on one side and then on the other, whether large or small", arguments: [false, true])
  func bothSides(isSmall: Bool) {
    let (left, right) = (Street.left, Street.right)
    #expect(
      Street(
        shines: [left: [90, 280], Street.middle: [100, 300], right: [110, 320]], isSmall: isSmall
      ).isPassing())
    #expect(!Street(shines: [Street.middle: [100, 300]], isSmall: isSmall).isPassing())
  }

  @Test("may pass along a column")
  func upright() {
    let (above, below) = (Street.tile(10, 4), Street.tile(10, 10))
    #expect(
      Street(shines: [above: [110, 320], Street.middle: [100, 300], below: [90, 280]]).isPassing())
  }

  @Test("needs to be seen on only one side at the picture's edge", arguments: [1, 18])
  func edge(column: Int) {
    let tile = Street.tile(column, 7)
    let beside = Street.tile(column < 10 ? column + 3 : column - 3, 7)
    #expect(Street(shines: [beside: [90, 280], tile: [100, 300]]).isPassing(in: tile))
    #expect(!Street(shines: [tile: [100, 300]]).isPassing(in: tile))
  }

  @Test(
    "is recognised from one side alone if three marks have the same speed",
    arguments: [([10, 10, 11], true), ([10, 10], false), ([5, 15, 30], false), ([10, -10, 20], false)])
  func oneSide(lags: [Int], passes: Bool) {
    let own = lags.indices.map { 100 + 150 * $0 }
    #expect(Street(shines: [Street.left: zip(own, lags).map(-), Street.middle: own]).isPassing() == passes)
  }

  @Test("a lamp whose glow reaches both sides is not a passing light")
  func glow() {
    // Equal marks correlate with the next and with the last mark too.
    let own = (0..<12).map { 100 + 30 * $0 }
    #expect(!Street(shines: [Street.left: own, Street.middle: own, Street.right: own]).isPassing())
  }

  @Test("a lamp that cars pass during few of its marks is not a passing light")
  func usual() {
    let own = [100, 200, 300, 400, 500]
    #expect(!Street(shines: [Street.left: [90], Street.middle: own, Street.right: [110]]).isPassing())
    #expect(
      Street(shines: [Street.left: [90, 190], Street.middle: own, Street.right: [110, 210]]).isPassing())
  }

  @Test("is judged by marks whose later frames are known")
  func coming() {
    let latest = [640, 652, 664, 676, 688]
    let shines = [
      Street.left: [90, 280], Street.middle: [100, 300] + latest, Street.right: [110, 320],
    ]
    #expect(Street(shines: shines).isPassing())
    // Now frames follow the latest marks, and nothing passes in these frames.
    #expect(!Street(shines: shines, frames: 900).isPassing())
  }

  @Test("passes for long if most of its marks pass, over more time than a person needs to walk by")
  func surely() {
    let own = Array(stride(from: 100, to: 800, by: 60))
    func street(_ own: [Int], _ passing: ArraySlice<Int>) -> Street {
      Street(
        shines: [
          Street.left: passing.map { $0 - 10 }, Street.middle: own, Street.right: passing.map { $0 + 10 },
        ],
        frames: 900)
    }
    #expect(street(own, own[...]).isPassing(surely: true))
    #expect(street(own, own.dropFirst(3)).isPassing(surely: true))
    // A person walks by a lamp.
    #expect(!street(own, own[4..<9]).isPassing(surely: true))
    let few = Array(own.prefix(5))
    #expect(!street(few, few[...]).isPassing(surely: true))
    // A lamp that nothing passes.
    #expect(!street(own.map { $0 + 60 }, []).isPassing(surely: true))
  }
}
