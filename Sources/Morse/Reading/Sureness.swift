import Foundation

/// How probable it is that a character is what was sent, from the distance of its nearest rival, from how well its lengths fit
/// the sender's, and from how doubtful the reading has been of late.
///
/// Up to four nats the distance of a rival says it all: no temperature but 1 fits better. But a mistake may leave no rival:
/// where several readings meet only the nearest of those that lose is kept, and of a code word that was read as two the
/// first is often spared. Such mistakes come where there are others, and where the lengths fit badly: noise moves an edge by
/// little and leaves its rivals, an uneven hand makes a dash of a dot. Both count together.
/// Fitted to noise (CNR 3 and 5), jitter of 20 %, a step of the speed and clean light, 6945 characters of seeds 1021 to 1024,
/// by likelihood: the logarithm of the probability of what came true is -0.089 a character, and -0.106 without the lengths,
/// which was too modest in noise and too sure of uneven hands.
struct Sureness: Sendable {
  /// The mean doubt of the last characters, by their rivals.
  private var doubt = 0.01

  /// How many characters it looks back.
  private static let memory = 16.0
  /// Mistakes without a rival for each with one, where the lengths are as likely in Morse as in nothing.
  private static let hidden = 1.5
  /// There is so much doubt always.
  private static let leastDoubt = 0.01
  /// However badly the lengths fit, the reading was found likelier than every rival.
  private static let mostHidden = 0.5
  private static let least = 0.02

  /// The probability that the next character is right, whose nearest rival is `distance` nats behind it.
  ///
  /// - Parameter fit: How much likelier its lengths are in Morse than in nothing: nats for each, on average.
  mutating func confidence(distance: Double, fit: Double) -> Double {
    let own = 1 - Self.margin(distance: distance)
    doubt += (own - doubt) / Self.memory
    let hidden = min(Self.mostHidden, Self.hidden * (doubt + Self.leastDoubt) * exp(-fit))
    return max(Self.least, 1 - own - hidden)
  }

  /// The probability that the character is right if it is this or its nearest rival.
  static func margin(distance: Double) -> Double { 1 / (1 + exp(-distance)) }
}
