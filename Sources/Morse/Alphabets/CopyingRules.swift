/// Which alphabet a stream is written in.
public enum AlphabetChoice: Sendable, Equatable {
  /// The one that explains the code words best; see ``AlphabetGuess``.
  case automatic
  /// The one that was chosen.
  case alphabet(Alphabet)
}

/// What the user wants of the text.
public struct CopyingRules: Sendable, Equatable {
  /// What it is written in.
  public var alphabet: AlphabetChoice
  /// What is read where signs share a code word.
  public var sharedCodes: SharedCodes
  /// Whether abbreviated figures are written as figures.
  public var readsCutFigures: Bool

  /// Latin, as the Recommendation reads it.
  public init(
    alphabet: AlphabetChoice = .alphabet(.latin), sharedCodes: SharedCodes = .recommendation,
    readsCutFigures: Bool = false
  ) {
    self.alphabet = alphabet
    self.sharedCodes = sharedCodes
    self.readsCutFigures = readsCutFigures
  }

  /// Writes a stream of which `guess` is known so far, from its beginning.
  public func copyist(_ guess: AlphabetGuess) -> Copyist {
    switch alphabet {
    case .automatic:
      Copyist(
        guess.best, sharedCodes: sharedCodes, readsCutFigures: readsCutFigures,
        startsInLatin: guess.startsInLatin)
    case .alphabet(let alphabet):
      Copyist(alphabet, sharedCodes: sharedCodes, readsCutFigures: readsCutFigures)
    }
  }

  /// What a decoder has to expect.
  public var decodingAlphabet: Alphabet {
    switch alphabet {
    case .automatic: .any
    case .alphabet(let alphabet): alphabet.shiftsWithLatin ? .any : alphabet
    }
  }
}
