/// Detects whether the characters repeat one message, as beacons do.
public struct Repetitions: Sendable {
  /// The message, while it is repeated.
  public private(set) var message: RepeatedMessage?
  private var symbols: [ReadSymbol] = []
  private var nextCount = firstCount
  /// The number of repetitions among the symbols that are no longer remembered.
  private var forgottenRepetitions = 0.0
  /// The number of symbols at the last search.
  private var searchedCount = 0

  /// The number of symbols that are remembered.
  private static let keptSymbols = 1024
  /// The number of symbols at the first search.
  private static let firstCount = 12

  /// No characters yet.
  public init() {}

  /// Takes a character.
  public mutating func note(_ character: DecodedCharacter) { append(ReadSymbol(character)) }

  /// Takes the end of a word at `time`.
  ///
  /// - Returns: Whether the message was recognised just now, or has been sent once more.
  public mutating func endWord(at time: Double) -> Bool {
    append(ReadSymbol(gapAt: time))
    guard symbols.count >= nextCount else { return false }
    return search()
  }

  /// Takes the end of the text.
  ///
  /// - Returns: Whether the message was recognised just now, or has changed.
  public mutating func finish() -> Bool { search() }

  private mutating func search() -> Bool {
    // A search takes time, so the next one waits for an eighth more symbols, but at least for 12.
    nextCount = symbols.count + max(12, symbols.count / 8)
    let before = message
    searchedCount = symbols.count
    guard var message = RepeatedMessage(symbols[...]) else {
      (self.message, forgottenRepetitions) = (nil, 0)
      return false
    }
    if message.words != before?.words { forgottenRepetitions = 0 }
    message.repetitions += forgottenRepetitions
    self.message = message
    return before.map { Int($0.repetitions) < Int(message.repetitions) || $0.words != message.words } ?? true
  }

  private mutating func append(_ symbol: ReadSymbol) {
    // A gap at the beginning, or after another gap, is no information.
    if symbol.best == ReadSymbol.gap, symbols.last?.best ?? ReadSymbol.gap == ReadSymbol.gap { return }
    symbols.append(symbol)
    guard symbols.count > Self.keptSymbols else { return }
    if let message {
      forgottenRepetitions +=
        (message.repetitions - forgottenRepetitions) * Double(Self.keptSymbols / 4) / Double(searchedCount)
    }
    symbols.removeFirst(Self.keptSymbols / 4)
    nextCount -= Self.keptSymbols / 4
  }
}
