/// Random bytes, the same ones for the same seed (SplitMix64; Steele, Lea and Flood 2014).
struct Noise {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    let words = bytes.count / 8
    for index in 0..<words { bytes.storeBytes(of: next(), toByteOffset: index * 8, as: UInt64.self) }
    var rest = next()
    for index in words * 8..<bytes.count {
      bytes[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
