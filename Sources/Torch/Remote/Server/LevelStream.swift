/// Cuts a stream of bytes into states, however it arrives in pieces.
struct LevelStream {
  /// The bytes of a state that has only begun: two at most.
  private var rest: [UInt8] = []

  /// Takes the stream's next bytes.
  ///
  /// - Returns: The newest state that they complete; those before it are out of date.
  mutating func newest(adding bytes: some Sequence<UInt8>) -> LightLevels? {
    var newest: LightLevels?
    for byte in bytes {
      rest.append(byte)
      guard rest.count == LightLevels.byteCount else { continue }
      newest = LightLevels(rest[0], rest[1], rest[2])
      rest.removeAll(keepingCapacity: true)
    }
    return newest
  }
}
