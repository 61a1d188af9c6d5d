import Frames

/// The tiles of a grid as their differences from those of the grid before, in four planes: low and high bytes of the sums,
/// maxima, clipped counts.
///
/// Sensor noise moves a sum by some hundred at most, so that its high byte, the maximum and the count hardly change. By
/// themselves those planes shrink to little; mixed with the low bytes they would not. A difference is taken modulo the
/// size of its number and folded, so that small ones are small whatever their sign: 0, -1, 1, -2 ... become 0, 1, 2, 3.
struct TileDeltas {
  static let planes = 4

  /// `planes * tiles.count` bytes, plane by plane.
  private(set) var bytes: [UInt8] = []
  private var last: [LumaGrid.Tile] = []

  /// Grids have so many tiles from now on; the first one differs from darkness.
  mutating func begin(tiles: Int) {
    bytes = Array(repeating: 0, count: Self.planes * tiles)
    last = Array(repeating: .dark, count: tiles)
  }

  var tileCount: Int { last.count }

  /// Fills ``bytes`` with what makes `tiles` of those before.
  mutating func take(_ tiles: [LumaGrid.Tile]) {
    let count = last.count
    precondition(tiles.count == count, "grids of one size")
    for index in 0..<count {
      let (tile, before) = (tiles[index], last[index])
      let sum = Self.folded(Int16(truncatingIfNeeded: tile.sum - before.sum))
      bytes[index] = UInt8(truncatingIfNeeded: sum)
      bytes[count + index] = UInt8(truncatingIfNeeded: sum >> 8)
      bytes[2 * count + index] = Self.folded(
        Int8(truncatingIfNeeded: Int(tile.maximum) - Int(before.maximum)))
      bytes[3 * count + index] = Self.folded(
        Int8(truncatingIfNeeded: Int(tile.clipped) - Int(before.clipped)))
      last[index] = tile
    }
  }

  /// The tiles that ``bytes`` make of those before; `nil`, and nothing has changed, where `fill` could not write them.
  mutating func tiles(_ fill: (UnsafeMutableRawBufferPointer) -> Bool) -> [LumaGrid.Tile]? {
    guard bytes.withUnsafeMutableBytes(fill) else { return nil }
    let count = last.count
    for index in 0..<count {
      let before = last[index]
      let sum = Self.unfolded(UInt16(bytes[index]) | UInt16(bytes[count + index]) << 8)
      last[index] = LumaGrid.Tile(
        sum: UInt16(truncatingIfNeeded: before.sum + Int(sum)),
        maximum: before.maximum &+ UInt8(bitPattern: Self.unfolded(bytes[2 * count + index])),
        clipped: before.clipped &+ UInt8(bitPattern: Self.unfolded(bytes[3 * count + index])))
    }
    return last
  }

  private static func folded(_ difference: Int16) -> UInt16 {
    UInt16(bitPattern: difference << 1 ^ difference >> 15)
  }
  private static func folded(_ difference: Int8) -> UInt8 {
    UInt8(bitPattern: difference << 1 ^ difference >> 7)
  }
  private static func unfolded(_ code: UInt16) -> Int16 { Int16(bitPattern: code >> 1 ^ (0 &- code & 1)) }
  private static func unfolded(_ code: UInt8) -> Int8 { Int8(bitPattern: code >> 1 ^ (0 &- code & 1)) }
}
