/// Cuts a stream of bytes into states, however it arrives in pieces.
struct LevelStream {
  /// The bytes of a state that has only begun: two at most.
  private var rest: [UInt8] = []

  /// Takes the stream's next bytes, however many there are, at the same small cost.
  ///
  /// - Returns: The newest state that they complete; those before it are out of date.
  mutating func newest(adding bytes: some BidirectionalCollection<UInt8>) -> LightLevels? {
    let size = LightLevels.byteCount
    let count = rest.count + bytes.count
    // A whole state and the next but for its last byte: more is never looked at.
    let end = rest + bytes.suffix(2 * size - 1)
    rest = end.suffix(count % size)
    guard count >= size else { return nil }
    let newest = Array(end.dropLast(rest.count).suffix(size))
    return LightLevels(newest[0], newest[1], newest[2])
  }
}
