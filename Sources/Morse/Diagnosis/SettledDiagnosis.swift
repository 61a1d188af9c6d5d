/// A diagnosis that has held for a while: what comes and goes is not announced.
public struct SettledDiagnosis: Sendable {
  /// As announced.
  public private(set) var diagnosis: Diagnosis?
  /// What differs in kind from it, and since when.
  private var candidate: (diagnosis: Diagnosis?, since: Double)?

  /// Seconds for which a diagnosis usually holds before it is announced, and for which there must be none before it is
  /// taken back.
  public static let patience = (begin: 1.9, end: 7.9)

  /// None yet.
  public init() {}

  /// Takes what was found at `time`.
  ///
  /// - Parameter patience: Seconds for which it must hold; the usual ones if `nil`.
  /// - Returns: Whether the announced diagnosis changed, in kind: that its figure changes a little is no news.
  public mutating func take(_ found: Diagnosis?, at time: Double, patience: Double? = nil) -> Bool {
    guard found?.kind != diagnosis?.kind else {
      candidate = nil
      return false
    }
    if candidate == nil || candidate?.diagnosis?.kind != found?.kind { candidate = (found, time) }
    let patience = patience ?? (found == nil ? Self.patience.end : Self.patience.begin)
    guard let candidate, time - candidate.since >= patience else { return false }
    diagnosis = found
    self.candidate = nil
    return true
  }

  /// What was found cannot be told from what is announced.
  mutating func hold() { candidate = nil }
}
