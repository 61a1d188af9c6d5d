import Foundation

/// The probability of each letter after the letters before it, in one kind of text.
///
/// It has the letters, figures and signs of the Latin alphabet. All figures are one symbol, and all signs are one. It is a
/// back-off model (Katz 1987) of n-grams: all of three symbols, and those of four to seven whose probability differs from that
/// of the shorter n-gram by so much that the text is described better (Stolcke 1998). Their probabilities are as those of
/// Witten and Bell (1991), with more weight for shorter contexts: see Scripts/train-language. The n-grams form an automaton:
/// its states are the contexts, and one step costs the same after a text of any length.
struct LetterModel: Sendable {
  /// The symbol of a letter: 0 is the space between words, then A to Z, figures and signs.
  typealias Symbol = UInt8
  /// A state of the automaton: the last two to six symbols of a text. Those below `count * count` are the pairs.
  typealias Context = Int32

  static let space: Symbol = 0
  private static let figure: Symbol = 27
  private static let sign: Symbol = 28
  private static let count = 29
  private static let pairCount = count * count
  /// Steps per nat in which probabilities are stored: see Scripts/train-language.
  private static let stepsPerNat: Float = 6

  /// The context of an empty text: two spaces.
  static let beginning: Context = 0

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

  /// A symbol after a context, and the context after it.
  private struct Step {
    var symbol: Symbol
    var probability: Float
    var next: Context
  }

  /// A context of three symbols or more.
  private struct Row {
    /// The index of its first step in ``longer``. Its last step is the one before the first of the next row.
    var start: Int32
    /// The context without its first symbol, or the longest context that it ends with.
    var shorter: Context
    /// For symbols without a step: the probability after this context divided by the one after ``shorter``.
    var backOff: Float
    /// The sum of the probabilities of all symbols but the space: stored probabilities are rounded.
    var letters: Float = 1
  }

  /// The steps of the pairs: `count` for each.
  private var trigrams: [Step] = []
  /// The steps of the rows.
  private var longer: [Step] = []
  /// The contexts from `pairCount` on, shorter ones first, followed by one sentinel.
  private var rows: [Row] = []
  /// ``Row/letters`` of the pairs.
  private var lettersAfterPairs: [Float] = []
  /// The share of each of ``signs`` among all signs.
  private let shares: [Float]
  private static let signs = Array(".,:?'/()\"=+@-".unicodeScalars)

  /// - Parameters:
  ///   - table: A row of digits for each first letter; `#` is a probability of 1, and each digit after it lowers the logarithm
  ///     by a sixth. `\` is not a digit.
  ///   - lists: The n-grams of four symbols, those of five, and so on, each list in order. An n-gram is a digit for the number
  ///     of symbols that it shares with the one before, the other symbols, and its probability; the first of a context is
  ///     followed by the back-off of the context, of which `7` is 1. Every context of a list is an n-gram of the list before.
  ///   - signs: The frequency of each of ``signs``.
  init(trigrams table: [StaticString], longer lists: [StaticString], signs: [Float]) {
    let sum = signs.reduce(0, +)
    shares = signs.map { $0 / sum }
    trigrams.reserveCapacity(Self.pairCount * Self.count)
    for row in table {
      row.withUTF8Buffer { digits in
        for digit in digits {
          let index = trigrams.count
          trigrams.append(
            Step(
              symbol: Symbol(index % Self.count), probability: Self.probability(digit),
              next: Context(index % Self.pairCount)))
        }
      }
    }
    precondition(trigrams.count == Self.pairCount * Self.count, "a table of 29 x 29 x 29")
    addRows(lists)
    linkRows()
  }

  private static func value(_ digit: UInt8) -> Int { Int(digit) - 35 - (digit > 92 ? 1 : 0) }
  private static func probability(_ digit: UInt8) -> Float { exp(-Float(value(digit)) / stepsPerNat) }

  /// Adds the rows and their steps. A step that completes a context leads to it; ``linkRows()`` sets the others.
  private mutating func addRows(_ lists: [StaticString]) {
    // The n-grams of the last list, with five bits per symbol, and the indices of their steps.
    var parents: [(gram: UInt64, step: Int)] = []
    for (index, list) in lists.enumerated() {
      var gram = [Symbol](repeating: 0, count: 4 + index)
      var grams: [(gram: UInt64, step: Int)] = []
      var parent = 0
      var lastContext: UInt64?
      list.withUTF8Buffer { digits in
        var position = 0
        while position < digits.count {
          let shared = Self.value(digits[position])
          for place in shared..<gram.count {
            gram[place] = Symbol(Self.value(digits[position + 1 + place - shared]))
          }
          position += 2 + gram.count - shared
          let probability = Self.probability(digits[position - 1])
          let context = gram.dropLast().reduce(0) { $0 << 5 | UInt64($1) }
          if context != lastContext {
            let next = Context(Self.pairCount + rows.count)
            if index == 0 {
              trigrams[(Int(gram[0]) * Self.count + Int(gram[1])) * Self.count + Int(gram[2])].next = next
            } else {
              while parents[parent].gram != context { parent += 1 }
              longer[parents[parent].step].next = next
            }
            let backOff = Self.probability(digits[position]) * Self.largestBackOff
            rows.append(Row(start: Int32(longer.count), shorter: 0, backOff: backOff))
            position += 1
            lastContext = context
          }
          let symbol = gram[gram.count - 1]
          grams.append((context << 5 | UInt64(symbol), longer.count))
          longer.append(Step(symbol: symbol, probability: probability, next: Self.unknown))
        }
      }
      parents = grams
    }
    rows.append(Row(start: Int32(longer.count), shorter: 0, backOff: 1))
  }

  private static let unknown: Context = -1

  /// The back-off of the digit `#`: e^(20/6). 20 is `-LEAST_BACK_OFF` in train-language.
  private static let largestBackOff = exp(20 / stepsPerNat)

  /// Sets the shorter context of each row, and where its other steps lead. Rows of shorter contexts come first, so theirs are
  /// set already.
  private mutating func linkRows() {
    for index in trigrams.indices where trigrams[index].next >= Self.pairCount {
      rows[Int(trigrams[index].next) - Self.pairCount].shorter = Context(index % Self.pairCount)
    }
    lettersAfterPairs = (0..<Self.pairCount).map { pair in
      trigrams[pair * Self.count + 1..<(pair + 1) * Self.count].reduce(0) { $0 + $1.probability }
    }
    for row in rows.indices.dropLast() {
      var own: Float = 0
      var others = probabilityOfLetters(after: rows[row].shorter)
      for index in Int(rows[row].start)..<Int(rows[row + 1].start) {
        let step = step(longer[index].symbol, after: rows[row].shorter)
        if longer[index].next == Self.unknown {
          longer[index].next = step.next
        } else {
          rows[Int(longer[index].next) - Self.pairCount].shorter = step.next
        }
        guard longer[index].symbol != Self.space else { continue }
        own += longer[index].probability
        others -= step.probability
      }
      rows[row].letters = max(Self.minimumLetterShare, own + rows[row].backOff * max(0, others))
    }
  }

  /// No context is always followed by a space.
  private static let minimumLetterShare: Float = 0.001

  /// The sum of the probabilities of all symbols but the space.
  func probabilityOfLetters(after context: Context) -> Float {
    context < Self.pairCount ? lettersAfterPairs[Int(context)] : rows[Int(context) - Self.pairCount].letters
  }

  func probabilityOfSpace(after context: Context) -> Float {
    let space = step(Self.space, after: context).probability
    return space / (space + probabilityOfLetters(after: context))
  }

  /// The probability of `symbol` after `context`, and the context after it. It takes a time that is proportional to the number
  /// of the steps of the context, two on average, and of the shorter contexts that it backs off to.
  func step(_ symbol: Symbol, after context: Context) -> (probability: Float, next: Context) {
    var context = Int(context)
    var factor: Float = 1
    while context >= Self.pairCount {
      let row = context - Self.pairCount
      for index in Int(rows[row].start)..<Int(rows[row + 1].start) where longer[index].symbol == symbol {
        return (factor * longer[index].probability, longer[index].next)
      }
      factor *= rows[row].backOff
      context = Int(rows[row].shorter)
    }
    let step = trigrams[context * Self.count + Int(symbol)]
    return (factor * step.probability, step.next)
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
