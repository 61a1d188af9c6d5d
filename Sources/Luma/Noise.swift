import Frames

/// Random bytes; equal seeds give equal bytes.
package struct Noise {
  private var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  package mutating func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    let words = bytes.count / 8
    for index in 0..<words {
      bytes.storeBytes(of: random.next(), toByteOffset: index * 8, as: UInt64.self)
    }
    var rest = random.next()
    for index in words * 8..<bytes.count {
      bytes[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
  }
}
