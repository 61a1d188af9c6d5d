import Foundation

/// The probability that a character is what was sent. It depends on the distance of the nearest rival, on how well the lengths
/// fit the sender's, and on how uncertain the last characters were.
///
/// For a rival up to four nats behind, the distance alone gives the right probability: no factor of the distance (temperature)
/// fits better than 1.
///
/// But a mistake may leave no rival. Where several readings meet, only the nearest loser is kept. If a code word was read as
/// two, the first of these often has no rival. Mistakes without a rival occur near other mistakes, and where the lengths fit
/// badly: noise moves an edge only a little and leaves rivals, but an uneven sender makes a dash of a dot. So their probability
/// is the product of two factors: the recent errors and the misfit of the lengths.
///
/// Fitted by likelihood to 6945 simulated characters (seeds 1021 to 1024) with noise (CNR 3 and 5), jitter of 20 %, a step of
/// the speed, and clean light: the mean logarithm of the probability of the outcome is -0.089 per character. Without the
/// lengths it is -0.106; confidence was then too low in noise and too high for uneven senders.
struct CharacterConfidence: Sendable {
  /// Mean error probability of the last characters, from their rivals alone.
  private var errors = 0.01

  /// The memory of the mean, in characters.
  private static let memory = 16.0
  /// Mistakes without a rival per mistake with one, if the lengths are as likely in Morse as at random.
  private static let hiddenPerRival = 1.5
  /// The least mean error probability.
  private static let minimumErrors = 0.01
  /// The most that badly fitting lengths take from the confidence: the reading was still likelier than every rival.
  private static let maximumHiddenProbability = 0.5
  /// The least confidence.
  private static let minimumConfidence = 0.02

  /// The probability that the next character is right, if its nearest rival is `distance` nats behind it.
  ///
  /// - Parameter fit: How much likelier its lengths are in Morse than at random, in nats per length.
  mutating func confidence(distance: Double, fit: Double) -> Double {
    let own = 1 - Self.margin(distance: distance)
    errors += (own - errors) / Self.memory
    let hidden = min(
      Self.maximumHiddenProbability, Self.hiddenPerRival * (errors + Self.minimumErrors) * exp(-fit))
    return max(Self.minimumConfidence, 1 - own - hidden)
  }

  /// The probability that the character is right if it is this or its nearest rival.
  static func margin(distance: Double) -> Double { 1 / (1 + exp(-distance)) }
}
