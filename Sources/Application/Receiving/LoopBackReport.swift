import Monitor

/// Prints whether a message was read back as it was sent.
struct LoopBackReport {
  var result: LoopBackResult

  /// The exit status of a message that was not read back as it was sent.
  static let failure = QuietExit(1)

  func print() throws {
    let errors = "\(result.errors) of \(result.sent.count) characters (\(percent(result.errorRate)))"
    try Output.standard.write(
      """
      sent    \(result.sent)
      read    \(result.read)
      errors  \(errors)
      timing  \(timing)

      """)
  }

  private var timing: String {
    guard let timing = result.timing else {
      return "unknown: too little of the light was seen where it belongs"
    }
    let seen = "\(timing.measuredEdges) of \(timing.plannedEdges) edges seen"
    let length = "\(milliseconds(abs(timing.lengthening))) \(timing.lengthening < 0 ? "shorter" : "longer")"
    return "\(seen), marks \(length) than sent, edges jitter by \(milliseconds(timing.jitter))"
  }

  private func percent(_ share: Double) -> String { "\((share * 100).plain(decimals: 1)) %" }
}
