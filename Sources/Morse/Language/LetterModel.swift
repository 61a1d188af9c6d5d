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

  /// What characters are of a kind in random groups.
  enum Class {
    case letter, figure, sign

    init(_ symbol: Symbol) {
      self = symbol == LetterModel.figure ? .figure : symbol == LetterModel.sign ? .sign : .letter
    }

    /// How many characters it has.
    var count: Int {
      switch self {
      case .letter: 26
      case .figure: 10
      case .sign: LetterModel.signs.count
      }
    }
  }

  private let probabilities: [Float]
  /// Which share each of ``signs`` has of all.
  private let shares: [Float]
  private static let signs = Array(".,:?'/()\"=+@-".unicodeScalars)

  /// - Parameter table: A row of digits for each first letter; `#` is a probability of 1, and each digit after it lowers the
  ///   logarithm by a sixth. `\` is none.
  /// - Parameter signs: How often each of ``signs`` comes.
  init(table: [StaticString], signs: [Float]) {
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
    let sum = signs.reduce(0, +)
    shares = signs.map { $0 / sum }
  }

  /// The probability of `next` after `first` and `second`.
  @inline(__always)
  func probability(of next: Symbol, after first: Symbol, _ second: Symbol) -> Float {
    probabilities[(Int(first) * Self.count + Int(second)) * Self.count + Int(next)]
  }

  /// The symbol of a sign; `nil` where it is not of the Latin alphabet.
  static func symbol(of sign: String) -> Symbol? {
    guard let scalar = sign.unicodeScalars.first, sign.unicodeScalars.count == 1 else { return nil }
    switch scalar {
    case "A"..."Z": return Symbol(scalar.value - 64)
    case "0"..."9": return figure
    default: return signs.contains(scalar) ? Self.sign : nil
    }
  }

  /// Which share of its symbol's probability a sign has.
  func share(of sign: String) -> Float {
    switch Self.symbol(of: sign) {
    case Self.figure: 0.1
    case Self.sign: Self.signs.firstIndex { String($0) == sign }.map { shares[$0] } ?? 0
    default: 1
    }
  }
}
