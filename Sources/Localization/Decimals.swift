import Glibc

extension Double {
  /// With `decimals` decimals, rounded as printf(3) does.
  public func fixed(decimals: Int) -> String {
    // The longest double: 309 digits, a sign, a point.
    var text = [CChar](repeating: 0, count: 320 + decimals)
    let length = withVaList([Int32(decimals), self]) { vsnprintf(&text, text.count, "%.*f", $0) }
    return String(decoding: text.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
