/// A diagnosis that has held for some seconds. Shorter ones are not reported.
public struct SettledDiagnosis: Sendable {
  /// The reported diagnosis.
  public private(set) var diagnosis: Diagnosis?
  /// A finding of another kind, and the time since which it holds.
  private var candidate: (diagnosis: Diagnosis?, since: Double)?

  /// Seconds for which a diagnosis must usually hold before it is reported (`begin`), and for which there must be none before
  /// it is withdrawn (`end`).
  private static let holdTimes = (begin: 1.9, end: 7.9)

  /// No diagnosis yet.
  public init() {}

  /// Takes the finding at `time`.
  ///
  /// - Parameter holdTime: Seconds for which it must hold; `nil` for the usual time.
  /// - Returns: Whether the kind of the reported diagnosis changed. A change of its figure alone does not count.
  public mutating func take(_ found: Diagnosis?, at time: Double, holding holdTime: Double? = nil) -> Bool {
    guard found?.kind != diagnosis?.kind else {
      candidate = nil
      return false
    }
    if candidate == nil || candidate?.diagnosis?.kind != found?.kind { candidate = (found, time) }
    let holdTime = holdTime ?? (found == nil ? Self.holdTimes.end : Self.holdTimes.begin)
    guard let candidate, time - candidate.since >= holdTime else { return false }
    diagnosis = found
    self.candidate = nil
    return true
  }

  /// Notes that the finding does not differ from the reported diagnosis.
  mutating func confirm() { candidate = nil }
}
