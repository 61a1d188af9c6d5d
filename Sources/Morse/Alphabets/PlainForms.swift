/// The plain characters that are sent in place of characters without a code word.
///
/// The tables are a part of Unicode's. Foundation's functions need ICU, whose data take 34 MB in a program without a Swift
/// runtime (`make install`).
enum PlainForms {
  /// The compatible forms (Unicode NFKC), in upper case, of ligatures and of wide, narrow, raised and styled characters.
  static let compatible = read(compatibleForms)

  /// Letters without their marks (Unicode NFD without nonspacing marks).
  static let unmarked = read(unmarkedForms)

  /// Reads `FF21-FF3A:41 2026:2E+2E+2E`: 26 characters whose forms are 26 characters from U+0041 on, and one character whose
  /// form has three.
  private static func read(_ table: String) -> [Unicode.Scalar: String] {
    var forms: [Unicode.Scalar: String] = [:]
    for entry in table.split(separator: " ") {
      let sources = numbers(in: entry.prefix { $0 != ":" })
      let form = numbers(in: entry.drop { $0 != ":" })
      for (offset, source) in (sources[0]...sources[sources.count - 1]).enumerated() {
        guard let source = Unicode.Scalar(source) else { continue }
        let scalars = form.compactMap { Unicode.Scalar($0 + UInt32(offset)) }
        forms[source] = String(String.UnicodeScalarView(scalars))
      }
    }
    return forms
  }

  private static func numbers(in text: Substring) -> [UInt32] {
    text.split { !$0.isHexDigit }.compactMap { UInt32($0, radix: 16) }
  }
}
