/// One line of a ``LumaTrace``.
enum LumaTraceLine: Equatable {
  case value(LumaTrace.Value)
  /// Blank, or a comment.
  case blank
  /// Two fields, neither of which is a number.
  case columnNames
  /// Infinite or not a number.
  case notFinite
  /// A time or brightness so large that calculations would overflow.
  case outOfRange
  case malformed

  /// In seconds: three thousand years. At this value a `Double` still has a resolution of 16 microseconds.
  private static let longestTime = 1e11
  private static let brightestLuma = 1e30

  /// - Parameter line: Without its line feed.
  init(parsing line: UnsafeRawBufferPointer) {
    let line = line[...].trimmed
    guard let first = line.first, first != UInt8(ascii: "#") else {
      self = .blank
      return
    }
    guard let (split, point) = line.layout else {
      self = .malformed
      return
    }
    let seconds = Double(decimal: line[..<split].trimmed.unquoted, point: point)
    let luma = Double(decimal: line[(split + 1)...].trimmed.unquoted, point: point)
    switch (seconds, luma) {
    case (let seconds?, let luma?):
      if !seconds.isFinite || !luma.isFinite {
        self = .notFinite
      } else if abs(seconds) > Self.longestTime || abs(luma) > Self.brightestLuma {
        self = .outOfRange
      } else {
        self = .value(LumaTrace.Value(seconds: seconds, luma: luma))
      }
    case (nil, nil): self = .columnNames
    default: self = .malformed
    }
  }
}

extension Double {
  /// The number in `text`, rounded to the nearest `Double`, independent of the user's language; `nil` if it is no number.
  ///
  /// - Parameter point: The decimal separator.
  init?(decimal text: Slice<UnsafeRawBufferPointer>, point: UInt8 = UInt8(ascii: ".")) {
    if let number = Self(plainDecimal: text, point: point) {
      self = number
      return
    }
    let spelled = text.map { $0 == point ? UInt8(ascii: ".") : $0 }
    guard let number = Self(String(decoding: spelled, as: UTF8.self)) else { return nil }
    self = number
  }

  /// Parses up to 15 digits with at most one point. `Double(_:)` would need a string of each number, and a trace may have
  /// millions of lines. Below 2^53 the digits are an exact `Double`, and so are the powers of ten up to 10^22, so the division
  /// is the only rounding (Clinger 1990).
  private init?(plainDecimal text: Slice<UnsafeRawBufferPointer>, point: UInt8) {
    let isNegative = text.first == UInt8(ascii: "-")
    var digits = 0
    var count = 0
    var decimals: Int?
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        count += 1
        decimals? += 1
        // 10^15 < 2^53
        if count > 15 { return nil }
      case point where decimals == nil: decimals = 0
      default: return nil
      }
    }
    guard count > 0 else { return nil }
    let number = Double(digits) / Self.powersOfTen[decimals ?? 0]
    self = isNegative ? -number : number
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

extension Slice<UnsafeRawBufferPointer> {
  /// The text without blanks at both ends. A carriage return counts as a blank, because lines may end in CRLF.
  fileprivate var trimmed: Self {
    var rest = self
    while let byte = rest.first, byte.isBlank { rest = rest.dropFirst() }
    while let byte = rest.last, byte.isBlank { rest = rest.dropLast() }
    return rest
  }

  /// The end of a line's first field, and its decimal separator: a comma if the fields have another separator and there is no
  /// point.
  fileprivate var layout: (split: Index, point: UInt8)? {
    let comma = UInt8(ascii: ",")
    let point = UInt8(ascii: ".")
    if let split = firstIndex(of: UInt8(ascii: ";")) ?? firstIndex(of: 0x09),
      self[..<split].trimmed.last != comma, self[(split + 1)...].trimmed.first != comma
    {
      return (split, contains(point) ? point : comma)
    }
    return firstIndex(of: comma).map { ($0, point) }
  }

  /// The text without its quotation marks, if it has both.
  fileprivate var unquoted: Self {
    guard count >= 2, first == UInt8(ascii: "\""), last == UInt8(ascii: "\"") else { return self }
    return dropFirst().dropLast().trimmed
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
