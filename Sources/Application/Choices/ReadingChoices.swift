import Light
import Monitor
import Morse

/// The user's choices for reading light.
package struct ReadingChoices: Sendable {
  package var alphabet = AlphabetChoice.alphabet(.latin)
  /// The signs that are written for code words that several signs share.
  package var sharedCodes = SharedCodes.recommendation
  /// Whether abbreviated figures are written as figures.
  package var readsCutFigures = false
  /// Whether the language model prefers likely texts.
  package var usesLanguageModel = true
  /// Limit of the torches that are read at a time; `nil` if the user chose none.
  package var torches: Int?
  /// `nil` if the user chose none.
  package var chosenSensitivity: Sensitivity?
  /// The speed inside characters; `nil` if it is unknown.
  package var wordsPerMinute: Double?

  package init() {}

  /// Words per minute: from a dot of three seconds to a dot of one frame of the fastest common cameras.
  package static let speeds = 0.4...200.0

  var sensitivity: Sensitivity { chosenSensitivity ?? .automatic }

  func receiver(pace: Decoder.Pace) -> Receiver.Configuration {
    Receiver.Configuration(
      light: LightReader.Configuration(sensitivity: sensitivity, torches: torches ?? 16),
      decoder: Decoder.Configuration(pace: pace, wordsPerMinute: wordsPerMinute, usesLanguage: hasLanguage),
      copying: copying)
  }

  /// The language model is English, so only alphabets for English use it.
  private var hasLanguage: Bool {
    guard usesLanguageModel else { return false }
    return alphabet == .automatic || alphabet == .alphabet(.latin) || alphabet == .alphabet(.international)
  }

  /// The rules by which code words become text.
  var copying: CopyingRules {
    CopyingRules(alphabet: alphabet, sharedCodes: sharedCodes, readsCutFigures: readsCutFigures)
  }
}
