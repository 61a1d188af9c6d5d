/// Parses the contents of a record from its beginning. Functions return `nil` if too few bytes are left.
struct RecordContents {
  private var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  /// The remaining bytes.
  mutating func bytes() -> UnsafeRawBufferPointer {
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[rest.endIndex...]) }
    return rest
  }

  mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard rest.count >= count else { return nil }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  /// A number, its low byte first.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    bytes(MemoryLayout<Number>.size).map { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
  }

  /// A floating point number; not-a-number stands for none.
  mutating func optionalDouble() -> Double?? {
    number(UInt64.self).map { bits in
      let value = Double(bitPattern: bits)
      return value.isNaN ? nil : value
    }
  }

  /// A text of `count` bytes, or the rest.
  mutating func text(_ count: Int? = nil) -> String? {
    (count.map { bytes($0) } ?? bytes()).map { String(decoding: $0, as: UTF8.self) }
  }

  var isEmpty: Bool { rest.isEmpty }
}
