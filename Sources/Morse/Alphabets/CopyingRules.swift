/// The choice of the alphabet of a stream.
public enum AlphabetChoice: Sendable, Equatable {
  /// The alphabet that explains the code words best; see ``AlphabetGuess``.
  case automatic
  /// A given alphabet.
  case alphabet(Alphabet)
}

/// The user's choices for the text.
public struct CopyingRules: Sendable, Equatable {
  /// The alphabet of the text.
  public var alphabet: AlphabetChoice
  /// The reading of code words that signs share.
  public var sharedCodes: SharedCodes
  /// Whether abbreviated figures are written as figures.
  public var readsCutFigures: Bool

  /// By default Latin, with the readings of the ITU Recommendation.
  public init(
    alphabet: AlphabetChoice = .alphabet(.latin), sharedCodes: SharedCodes = .recommendation,
    readsCutFigures: Bool = false
  ) {
    self.alphabet = alphabet
    self.sharedCodes = sharedCodes
    self.readsCutFigures = readsCutFigures
  }

  /// A copyist that writes a stream from its beginning, with the alphabet that `guess` has identified so far.
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

  /// The alphabet for the decoder.
  public var decodingAlphabet: Alphabet {
    switch alphabet {
    case .automatic: .any
    case .alphabet(let alphabet): alphabet.shiftsWithLatin ? .any : alphabet
    }
  }
}
