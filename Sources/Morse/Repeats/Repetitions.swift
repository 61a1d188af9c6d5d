/// Watches whether what is read repeats itself, as beacons do.
public struct Repetitions: Sendable {
  /// The message, while it is repeated.
  public private(set) var message: RepeatedMessage?
  private var symbols: [ReadSymbol] = []
  private var nextCount = first
  /// How often the message was sent in what is remembered no more.
  private var forgotten = 0.0
  /// How many symbols there were when it was last looked.
  private var lookedAt = 0

  /// Symbols remembered, and after how many it is looked first.
  private static let most = 1024
  private static let first = 12

  /// Nothing read yet.
  public init() {}

  /// A character was read.
  public mutating func note(_ character: DecodedCharacter) { append(ReadSymbol(character)) }

  /// A word ended at `time`.
  ///
  /// - Returns: Whether the message was recognised just now, or has been sent once more.
  public mutating func endWord(at time: Double) -> Bool {
    append(ReadSymbol(gapAt: time))
    guard symbols.count >= nextCount else { return false }
    return look()
  }

  /// Everything was read.
  ///
  /// - Returns: Whether the message was recognised just now, or has changed.
  public mutating func finish() -> Bool { look() }

  private mutating func look() -> Bool {
    // Seldom, for it takes work: whenever there is an eighth more, or another repetition.
    nextCount = symbols.count + max(12, symbols.count / 8)
    let before = message
    lookedAt = symbols.count
    guard var message = RepeatedMessage(symbols[...]) else {
      (self.message, forgotten) = (nil, 0)
      return false
    }
    if message.words != before?.words { forgotten = 0 }
    message.repetitions += forgotten
    self.message = message
    return before.map { Int($0.repetitions) < Int(message.repetitions) || $0.words != message.words } ?? true
  }

  private mutating func append(_ symbol: ReadSymbol) {
    // A gap says nothing at the beginning, or behind another.
    if symbol.best == ReadSymbol.gap, symbols.last?.best ?? ReadSymbol.gap == ReadSymbol.gap { return }
    symbols.append(symbol)
    guard symbols.count > Self.most else { return }
    if let message {
      forgotten += (message.repetitions - forgotten) * Double(Self.most / 4) / Double(lookedAt)
    }
    symbols.removeFirst(Self.most / 4)
    nextCount -= Self.most / 4
  }
}
