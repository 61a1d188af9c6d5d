import Foundation
import Testing

@testable import Morse

/// Normal forms of Unicode (UAX 15).
@Suite("Plain forms")
struct PlainFormsTests {
  @Test(
    "characters that an alphabet does not have are sent as plain characters",
    arguments: [
      ("ＳＯＳ", "SOS"), ("ﬁ", "FI"), ("①", "1"), ("…", "..."), ("№", "NO"), ("ǆ", "DZ"), ("𝐚𝒷", "AB"),
      ("Å", "Å"),
      ("A\u{308}", "Ä"), ("ế", "E"), ("e\u{301}\u{323}", "E"), ("a\u{200D}", "A"), ("ｶﾞ", "<DO>カ゛<SN>"),
      ("ㄱ각", "ㄱㄱㅏㄱ"), ("ﻼ", "لا"), ("ΐ", "Ι"), ("Й", "Й"),
    ])
  func sent(_ text: String, _ signs: String) throws {
    let encoder = Encoder(alphabet: .spelling(text), timing: .morseTorch)
    #expect(try encoder.encode(text).text == signs)
  }

  @Test("the plain forms of all Unicode 14 characters that can be sent equal Foundation's")
  func foundation() {
    var count = 0
    for scalar in Self.scalars {
      let text = String(scalar)
      let compatible = text.precomposedStringWithCompatibilityMapping.uppercased()
      let unmarked = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
        $0.properties.generalCategory != .nonspacingMark
      }
      let pairs = [
        (PlainForms.compatible[scalar], compatible, true),
        // A character with a compatible form is sent as that form.
        (
          PlainForms.unmarked[scalar], String(String.UnicodeScalarView(unmarked)),
          PlainForms.compatible[scalar] == nil
        ),
      ]
      for (form, expected, isNeeded) in pairs
      where form != nil || isNeeded && expected != text && Self.canBeSent(expected) {
        #expect(form == expected, "U+\(String(scalar.value, radix: 16, uppercase: true))")
        count += 1
      }
    }
    #expect(count > 2500)
  }

  /// All assigned characters of text in upper case, without Hangul syllables, which have a rule of their own.
  private static var scalars: some Sequence<Unicode.Scalar> {
    (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap { Unicode.Scalar($0) }.filter { scalar in
      guard let age = scalar.properties.age, age.major <= 14 else { return false }
      return !scalar.properties.isIdeographic && !(0xAC00...0xD7A3).contains(scalar.value)
        && scalar.properties.generalCategory != .privateUse
        && scalar.properties.uppercaseMapping.unicodeScalars.elementsEqual([scalar])
    }
  }

  private static func canBeSent(_ text: String) -> Bool {
    !text.isEmpty
      && Alphabet.all.contains { alphabet in text.allSatisfy { alphabet.pieces(of: $0) != nil } }
  }
}
