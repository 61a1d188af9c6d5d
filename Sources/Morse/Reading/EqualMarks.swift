import Foundation

/// Evidence that nearly all marks are dots, or nearly all dashes: glints on water, leaves before a lamp or a hand that waves make
/// marks of one length, which may fit Morse.
struct EqualMarks: Sendable {
  private var dots = 0.0
  private var dashes = 0.0
  /// The share of marks of the other kind among equal ones: misread ones.
  private static let misreadShare = 0.1
  /// Upper limit of the evidence, in nats: three dashes after any number of dots are enough against it.
  private static let limit = 8.0

  /// How much likelier the marks are if nearly all are of one kind than if dots and dashes have their shares in text, in nats.
  var nats: Double { max(dots, dashes) }

  mutating func take(isDash: Bool) {
    let share = isDash ? SenderTiming.dashShare : SenderTiming.dotShare
    let (equal, misread) = (log((1 - Self.misreadShare) / share), log(Self.misreadShare / share))
    dots = min(Self.limit, max(0, dots + (isDash ? misread : equal)))
    dashes = min(Self.limit, max(0, dashes + (isDash ? equal : misread)))
  }
}
