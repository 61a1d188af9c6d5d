import Morse

/// The durations with which a text is sent.
package enum SendingTiming: Equatable, Sendable {
  case itu
  case morseTorch
  /// The durations that the user chose.
  case lengths(Timing)

  /// - Parameter wordsPerMinute: For ITU timing; the others have one speed.
  package func timing(wordsPerMinute: Double) -> Timing {
    switch self {
    case .itu: .itu(wordsPerMinute: wordsPerMinute)
    case .morseTorch: .morseTorch
    case .lengths(let timing): timing
    }
  }

  /// - Parameter unit: Length of a dot in seconds; `nil` is 0.1 s (12 words per minute), or the dot of ``lengths(_:)``.
  func timing(unit: Double?) -> Timing {
    var timing = timing(wordsPerMinute: 12)
    timing.unit = unit ?? timing.unit
    return timing
  }
}

extension Timing {
  /// The shortest mark or space, in seconds.
  var shortestDuration: Double { unit * min(1, elementGap) }
}
