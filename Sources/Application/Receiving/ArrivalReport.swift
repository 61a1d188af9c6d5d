import Monitor

/// Prints whether a message arrived.
struct ArrivalReport {
  var arrival: Arrival

  /// The exit status of a message that did not arrive as it was sent.
  static let lost = QuietExit(1)

  func print() throws {
    let errors = "\(arrival.errors) of \(arrival.sent.count) characters (\(percent(arrival.errorRate)))"
    try Output.standard.write(
      """
      sent    \(arrival.sent)
      read    \(arrival.read)
      errors  \(errors)
      timing  \(timing)

      """)
  }

  private var timing: String {
    guard let timing = arrival.timing else {
      return "unknown: too little of the light was seen where it belongs"
    }
    let seen = "\(timing.seen) of \(timing.planned) edges seen"
    let length = "\(milliseconds(abs(timing.lengthening))) \(timing.lengthening < 0 ? "shorter" : "longer")"
    return "\(seen), marks \(length) than sent, edges stray by \(milliseconds(timing.spread))"
  }

  private func percent(_ share: Double) -> String { "\((share * 100).plain(decimals: 1)) %" }
}
