import ArgumentParser
import Morse

/// How a text is sent.
enum SendingTiming: String, CaseIterable, ExpressibleByArgument {
  case itu
  case morseTorch = "morse-torch"

  /// - Parameter wordsPerMinute: For ITU timing; the phone torch has one speed.
  func timing(wordsPerMinute: Double) -> Timing {
    switch self {
    case .itu: .itu(wordsPerMinute: wordsPerMinute)
    case .morseTorch: .morseTorch
    }
  }

  /// - Parameter unit: Length of a dot in seconds; what is not told is 0.1 s, which is 12 words a minute.
  func timing(unit: Double?) -> Timing {
    var timing = timing(wordsPerMinute: 12)
    timing.unit = unit ?? timing.unit
    return timing
  }
}
