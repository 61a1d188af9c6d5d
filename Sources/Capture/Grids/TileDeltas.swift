import Frames

/// The tiles of a grid as their differences from those of the grid before, in four planes: low and high bytes of the sums,
/// maxima, clipped counts; and as a fifth plane the background differences, if they are known.
///
/// Sensor noise changes a sum by about a hundred at most, so its high byte, the maximum and the count hardly change. As
/// separate planes they compress well; mixed with the low bytes they would not. A difference is taken modulo the size of its
/// number, and zigzag-encoded, so that small differences of either sign become small codes: 0, -1, 1, -2 become 0, 1, 2, 3.
struct TileDeltas {
  private static let planesOfTiles = 4

  /// `planes * tiles.count` bytes, plane by plane.
  private(set) var bytes: [UInt8] = []
  private(set) var planes = planesOfTiles
  private var last: [LumaGrid.Tile] = []

  /// Starts with grids of `tiles` tiles; the first one is compared with darkness.
  mutating func begin(tiles: Int) {
    planes = Self.planesOfTiles
    bytes = Array(repeating: 0, count: planes * tiles)
    last = Array(repeating: .dark, count: tiles)
  }

  var tileCount: Int { last.count }

  /// Makes room in ``bytes`` for the next grid.
  private mutating func begin(withBackgroundDifferences hasBackgroundDifferences: Bool) {
    planes = Self.planesOfTiles + (hasBackgroundDifferences ? 1 : 0)
    let count = planes * last.count
    if bytes.count > count { bytes.removeLast(bytes.count - count) }
    if bytes.count < count { bytes.append(contentsOf: repeatElement(0, count: count - bytes.count)) }
  }

  /// Fills ``bytes`` with the differences of `tiles` from those before, and with the background differences as they are.
  mutating func take(_ tiles: [LumaGrid.Tile], backgroundDifferences: [UInt8]? = nil) {
    let count = last.count
    precondition(tiles.count == count && backgroundDifferences?.count ?? count == count, "grids of one size")
    begin(withBackgroundDifferences: backgroundDifferences != nil)
    if let backgroundDifferences {
      bytes.replaceSubrange(Self.planesOfTiles * count..<bytes.count, with: backgroundDifferences)
    }
    for index in 0..<count {
      let (tile, before) = (tiles[index], last[index])
      let sum = Self.zigzag(Int16(truncatingIfNeeded: tile.sum - before.sum))
      bytes[index] = UInt8(truncatingIfNeeded: sum)
      bytes[count + index] = UInt8(truncatingIfNeeded: sum >> 8)
      bytes[2 * count + index] = Self.zigzag(
        Int8(truncatingIfNeeded: Int(tile.maximum) - Int(before.maximum)))
      bytes[3 * count + index] = Self.zigzag(
        Int8(truncatingIfNeeded: Int(tile.clipped) - Int(before.clipped)))
      last[index] = tile
    }
  }

  /// The tiles that result from ``bytes`` and those before, and the background differences if there are any. `nil`, without a
  /// change, if `fill` failed.
  mutating func tiles(
    withBackgroundDifferences hasBackgroundDifferences: Bool, _ fill: (UnsafeMutableRawBufferPointer) -> Bool
  ) -> (tiles: [LumaGrid.Tile], backgroundDifferences: [UInt8]?)? {
    begin(withBackgroundDifferences: hasBackgroundDifferences)
    guard bytes.withUnsafeMutableBytes(fill) else { return nil }
    let count = last.count
    for index in 0..<count {
      let before = last[index]
      let sum = Self.unzigzag(UInt16(bytes[index]) | UInt16(bytes[count + index]) << 8)
      last[index] = LumaGrid.Tile(
        sum: UInt16(truncatingIfNeeded: before.sum + Int(sum)),
        maximum: before.maximum &+ UInt8(bitPattern: Self.unzigzag(bytes[2 * count + index])),
        clipped: before.clipped &+ UInt8(bitPattern: Self.unzigzag(bytes[3 * count + index])))
    }
    return (last, hasBackgroundDifferences ? Array(bytes[Self.planesOfTiles * count..<bytes.count]) : nil)
  }

  private static func zigzag(_ difference: Int16) -> UInt16 {
    UInt16(bitPattern: difference << 1 ^ difference >> 15)
  }
  private static func zigzag(_ difference: Int8) -> UInt8 {
    UInt8(bitPattern: difference << 1 ^ difference >> 7)
  }
  private static func unzigzag(_ code: UInt16) -> Int16 { Int16(bitPattern: code >> 1 ^ (0 &- code & 1)) }
  private static func unzigzag(_ code: UInt8) -> Int8 { Int8(bitPattern: code >> 1 ^ (0 &- code & 1)) }
}
