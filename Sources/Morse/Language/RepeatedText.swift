/// Predicts the next code word of a text that repeats itself: call signs, names and reports are sent twice, and beacons send the
/// same message for ever.
///
/// The prediction is the symbol that followed the last three symbols when they last came before (the match model of PAQ:
/// Mahoney 2005). How often predictions were right is learned from the text.
struct RepeatedText: Sendable {
  /// Code words by the low byte of their nodes, and spaces, in a ring.
  private var symbols: [128 of UInt8] = InlineArray(repeating: 0)
  /// For each of these symbols, the distance back to the last equal one, in symbols; 0 if that is too long ago.
  private var distances: [128 of UInt8] = InlineArray(repeating: 0)
  /// Symbols so far.
  private var count = 0
  /// The index of the symbol that is predicted, counted from the first of the text.
  private var match: Int?
  /// The number of right predictions, and of all. The initial values give a confidence of one in three.
  private var hits: Float = 1
  private var predictions: Float = 3

  /// No code word has this node.
  private static let space: UInt8 = 0
  /// The number of last symbols that must have come before in the same order.
  private static let order = 3
  /// Predictions that are remembered.
  private static let memory: Float = 20

  /// The probability that the prediction is right.
  var confidence: Float { hits / predictions }

  /// The code word that follows if the text repeats itself; `nil` without a match.
  ///
  /// - Parameter afterSpace: Whether a space has followed the last code word.
  func prediction(afterSpace: Bool) -> UInt8? {
    guard var match else { return nil }
    if afterSpace {
      guard self[match] == Self.space else { return nil }
      match += 1
    }
    return match < count && self[match] != Self.space ? self[match] : nil
  }

  /// Whether a space follows the last code word if the text repeats itself; `nil` without a match.
  var predictsSpace: Bool? { match.map { self[$0] == Self.space } }

  mutating func append(_ symbol: UInt8, afterSpace: Bool) {
    if match != nil {
      hits += prediction(afterSpace: afterSpace) == symbol ? 1 : 0
      predictions += 1
      if predictions > Self.memory {
        hits *= Self.memory / predictions
        predictions = Self.memory
      }
    }
    if afterSpace { push(Self.space) }
    push(symbol)
  }

  private mutating func push(_ symbol: UInt8) {
    let continues = match.map { self[$0] == symbol } ?? false
    symbols[count % symbols.count] = symbol
    distances[count % symbols.count] = distance(to: symbol)
    count += 1
    if continues, let match, match + 1 < count {
      self.match = match + 1
    } else {
      match = find()
    }
  }

  /// The index of the symbol that followed the last three symbols when they last came before; `nil` if they did not.
  private func find() -> Int? {
    guard count > Self.order else { return nil }
    let first = max(Self.order, count - symbols.count + Self.order) - 1
    let (second, third) = (self[count - 2], self[count - 3])
    var index = count - 1
    while case let distance = Int(distances[index % symbols.count]), distance > 0, index - distance >= first {
      index -= distance
      if self[index - 1] == second, self[index - 2] == third { return index + 1 }
    }
    return nil
  }

  /// How many symbols ago `symbol` came last; 0 if it is not remembered.
  private func distance(to symbol: UInt8) -> UInt8 {
    var distance = 1
    while distance < min(count + 1, symbols.count) {
      if self[count - distance] == symbol { return UInt8(distance) }
      distance += 1
    }
    return 0
  }

  private subscript(index: Int) -> UInt8 { symbols[index % symbols.count] }
}
