import Morse

/// A message counted in refreshes of a display: whether the light is on during each, one after another.
public struct RefreshPlan: Sequence, IteratorProtocol, Sendable {
  private let plan: KeyingPlan
  private let rate: Double
  private var nextOperation = 0
  private var refresh = 0
  private var isOn = false

  /// - Parameters:
  ///   - keying: Of a timing whose unit is a whole number of refreshes, see ``Morse/Timing/inWholeRefreshes(of:)``.
  ///   - rate: Refreshes a second.
  public init(_ keying: Keying, rate: Double) {
    plan = KeyingPlan(keying)
    self.rate = rate
  }

  /// Whether the light is on during the next refresh; `nil` when the last mark is over.
  public mutating func next() -> Bool? {
    while nextOperation < plan.count, Int((plan[nextOperation].time * rate).rounded()) <= refresh {
      isOn = plan[nextOperation].isOn
      nextOperation += 1
    }
    guard isOn || nextOperation < plan.count else { return nil }
    refresh += 1
    return isOn
  }
}
