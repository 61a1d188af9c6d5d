import Typesetting

/// The colours of a lamp on the screen.
package enum LampColour {
  private static let known: KeyValuePairs<String, UInt32> = [
    "white": 0xFFFFFF, "red": 0xFF0000, "amber": 0xFFBF00, "green": 0x00FF00, "blue": 0x0000FF,
  ]

  package static let names = known.map(\.key).joined(separator: ", ") + " or #RRGGBB"

  /// The colour that the user named.
  package static func named(_ text: String) throws(UsageError) -> Color {
    if let color = known.first(where: { $0.key == text }) { return Color(color.value) }
    guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { throw UsageError("there is no colour \(text); there are \(names)") }
    guard value != 0 else { throw UsageError("a lamp of colour \(text) is invisible") }
    return Color(value)
  }
}
