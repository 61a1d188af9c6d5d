/// Splits a stream of bytes into states, independent of the pieces in which it arrives.
struct LevelParser {
  /// The bytes of an incomplete state: two at most.
  private var rest: [UInt8] = []

  /// Takes the stream's next bytes. The cost does not depend on their number.
  ///
  /// - Returns: The newest complete state; older ones are out of date.
  mutating func newest(adding bytes: some BidirectionalCollection<UInt8>) -> LightLevels? {
    let size = LightLevels.byteCount
    let count = rest.count + bytes.count
    // Only a whole state and the following incomplete one can matter.
    let end = rest + bytes.suffix(2 * size - 1)
    rest = end.suffix(count % size)
    guard count >= size else { return nil }
    let newest = Array(end.dropLast(rest.count).suffix(size))
    return LightLevels(newest[0], newest[1], newest[2])
  }
}
