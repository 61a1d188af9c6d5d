import Light
import Monitor
import Morse

/// How light is read, as the user chose it.
package struct ReadingChoices: Sendable {
  package var alphabet = AlphabetChoice.alphabet(.latin)
  /// Which sign is written for a code word that several signs share.
  package var sharedCodes = SharedCodes.recommendation
  /// Whether abbreviated figures are written as figures.
  package var readsCutFigures = false
  /// Whether likely texts weigh more than unlikely ones.
  package var usesLanguageModel = true
  /// How many torches are read at most; `nil` if the user did not say.
  package var torches: Int?
  /// `nil` if the user did not say.
  package var chosenSensitivity: Sensitivity?
  /// The speed inside characters, if it is known.
  package var wordsPerMinute: Double?

  package init() {}

  /// Words per minute: from a dot of three seconds to one of a frame of the fastest cameras that people have.
  package static let speeds = 0.4...200.0

  var sensitivity: Sensitivity { chosenSensitivity ?? .automatic }

  func receiver(pace: Decoder.Pace) -> Receiver.Configuration {
    Receiver.Configuration(
      light: LightReader.Configuration(sensitivity: sensitivity, torches: torches ?? 16),
      decoder: Decoder.Configuration(pace: pace, wordsPerMinute: wordsPerMinute, usesLanguage: hasLanguage),
      copying: copying)
  }

  /// The language model knows English only.
  private var hasLanguage: Bool {
    guard usesLanguageModel else { return false }
    return alphabet == .automatic || alphabet == .alphabet(.latin) || alphabet == .alphabet(.international)
  }

  /// How code words become text.
  var copying: CopyingRules {
    CopyingRules(alphabet: alphabet, sharedCodes: sharedCodes, readsCutFigures: readsCutFigures)
  }
}
