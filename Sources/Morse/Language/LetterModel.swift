import Foundation

/// The probability of each letter after two others, in one kind of text.
///
/// It has the letters, figures and signs of the Latin alphabet. All figures are one symbol, and all signs are one.
struct LetterModel: Sendable {
  /// The symbol of a letter: 0 is the space between words, then A to Z, figures and signs.
  typealias Symbol = UInt8
  static let space: Symbol = 0
  private static let figure: Symbol = 27
  private static let sign: Symbol = 28
  private static let count = 29
  /// Steps per nat in which probabilities are stored: see Scripts/train-language.
  private static let stepsPerNat: Float = 6

  /// A class of characters in random groups.
  enum Class {
    case letter, figure, sign

    init(_ symbol: Symbol) {
      self = symbol == LetterModel.figure ? .figure : symbol == LetterModel.sign ? .sign : .letter
    }

    /// The number of characters in the class.
    var count: Int {
      switch self {
      case .letter: 26
      case .figure: 10
      case .sign: LetterModel.signs.count
      }
    }
  }

  private let probabilities: [Float]
  /// The share of each of ``signs`` among all signs.
  private let shares: [Float]
  private static let signs = Array(".,:?'/()\"=+@-".unicodeScalars)

  /// - Parameter table: A row of digits for each first letter; `#` is a probability of 1, and each digit after it lowers the
  ///   logarithm by a sixth. `\` is not a digit.
  /// - Parameter signs: The frequency of each of ``signs``.
  init(table: [StaticString], signs: [Float]) {
    var found: [Float] = []
    found.reserveCapacity(Self.count * Self.count * Self.count)
    for row in table {
      row.withUTF8Buffer { digits in
        for digit in digits {
          let step = Float(digit) - 35 - (digit > 92 ? 1 : 0)
          found.append(exp(-step / Self.stepsPerNat))
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

  /// The symbol of a sign; `nil` if it is not in the Latin alphabet.
  static func symbol(of sign: String) -> Symbol? {
    guard let scalar = sign.unicodeScalars.first, sign.unicodeScalars.count == 1 else { return nil }
    switch scalar {
    case "A"..."Z": return Symbol(scalar.value - 64)
    case "0"..."9": return figure
    default: return signs.contains(scalar) ? Self.sign : nil
    }
  }

  /// The share of its symbol's probability that a sign has.
  func share(of sign: String) -> Float {
    switch Self.symbol(of: sign) {
    case Self.figure: 0.1
    case Self.sign: Self.signs.firstIndex { String($0) == sign }.map { shares[$0] } ?? 0
    default: 1
    }
  }
}
