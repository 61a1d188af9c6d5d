import Foundation

/// A hash that is the same in every run and on every machine: ``FNV1a``, twice with different offsets. It distinguishes films.
/// It is not cryptographic: two inputs with the same hash can be constructed.
struct StableHash: Hashable {
  private var first = FNV1a.offset
  private var second: UInt64 = 0x6C62_272E_07BB_0142

  init() {}

  init(_ text: String) { add(text) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      first = FNV1a.step(first, UInt64(byte))
      second = FNV1a.step(second, UInt64(byte))
    }
    // An end mark: "ab" has another hash than "a" followed by "b".
    first = FNV1a.step(first, 0x1FF)
    second = FNV1a.step(second, 0x2FF)
  }

  mutating func add(_ text: String) { add(text.utf8) }

  var text: String { [first, second].map { String(format: "%016llx", $0) }.joined() }
}

/// The hash function FNV-1a of 64 bits (Fowler, Noll, Vo).
enum FNV1a {
  static let offset: UInt64 = 0xCBF2_9CE4_8422_2325

  static func step(_ hash: UInt64, _ value: UInt64) -> UInt64 { (hash ^ value) &* 0x100_0000_01B3 }
}
