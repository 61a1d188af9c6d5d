/// How much extra light counts as "on".
public enum Sensitivity: Sendable, Equatable {
  /// The threshold follows the torch's own dark and bright levels.
  case automatic
  /// 0 (only strong light) ... 1 (the faintest): the threshold is set on the 100 scale. The middle is 103 in middling light,
  /// and more in darker rooms.
  case manual(Double)

  /// 0...1; `nil` for the automatic one.
  public var value: Double? {
    if case .manual(let value) = self { value } else { nil }
  }
}
