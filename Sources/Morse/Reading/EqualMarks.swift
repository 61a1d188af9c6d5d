import Foundation

/// Marks that are nearly all dots, or nearly all dashes: glints on water, leaves before a lamp or a hand that waves make marks of
/// one length, which may fit Morse.
enum EqualMarks {
  /// The share of misread marks, of the other kind, among equal ones.
  private static let misreadShare = 0.1

  /// How much likelier the marks are if nearly all are of one kind than if dots and dashes have their shares in text, in nats.
  static func evidence(in marks: some Collection<Element>) -> Double {
    let dashes = Double(marks.count { $0 == .dash })
    let dots = Double(marks.count) - dashes
    func evidence(_ equal: Double, _ share: Double, misread: Double, _ otherShare: Double) -> Double {
      equal * log((1 - misreadShare) / share) + misread * log(misreadShare / otherShare)
    }
    let (dotShare, dashShare) = (SenderTiming.dotShare, SenderTiming.dashShare)
    return max(
      evidence(dots, dotShare, misread: dashes, dashShare),
      evidence(dashes, dashShare, misread: dots, dotShare))
  }
}
