import Foundation

/// How probable each letter is after two others, in one kind of text.
///
/// Letters, figures and signs of the Latin alphabet; all figures are one symbol, and all signs.
struct LetterModel: Sendable {
  /// What letters are counted as: 0 is the space between words, then A to Z, figures and signs.
  typealias Symbol = UInt8
  static let space: Symbol = 0
  private static let figure: Symbol = 27
  private static let sign: Symbol = 28
  private static let count = 29
  /// Steps of a nat in which probabilities are kept: see Scripts/train-language.
  private static let steps: Float = 6

  private let probabilities: [Float]

  /// - Parameter table: A row of digits for each first letter; `#` is a probability of 1, and each digit after it lowers the
  ///   logarithm by a sixth. `\` is none.
  init(table: [StaticString]) {
    var found: [Float] = []
    found.reserveCapacity(Self.count * Self.count * Self.count)
    for row in table {
      row.withUTF8Buffer { digits in
        for digit in digits {
          let step = Float(digit) - 35 - (digit > 92 ? 1 : 0)
          found.append(exp(-step / Self.steps))
        }
      }
    }
    precondition(found.count == Self.count * Self.count * Self.count, "a table of 29 x 29 x 29")
    probabilities = found
  }

  /// The probability of `next` after `first` and `second`.
  @inline(__always)
  func probability(of next: Symbol, after first: Symbol, _ second: Symbol) -> Float {
    probabilities[(Int(first) * Self.count + Int(second)) * Self.count + Int(next)]
  }

  /// The symbol of a sign, and which share of the symbol's probability is its own; `nil` where it is not of the Latin
  /// alphabet.
  static func symbol(of sign: String) -> (symbol: Symbol, share: Float)? {
    guard let scalar = sign.unicodeScalars.first, sign.unicodeScalars.count == 1 else { return nil }
    switch scalar {
    case "A"..."Z": return (Symbol(scalar.value - 64), 1)
    case "0"..."9": return (figure, 0.1)
    case ".", ",", "?", "/", "=", "-", "'", ":", "(", ")", "\"", "+", "@": return (Self.sign, 1 / 13)
    default: return nil
    }
  }
}
