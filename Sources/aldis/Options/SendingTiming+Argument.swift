import Application
import ArgumentParser
import Morse

extension SendingTiming {
  static let names =
    """
    itu, morse-torch (longer pauses), or five lengths in seconds such as 0.1,0.3,0.1,0.3,0.7: dot, dash, and the pauses inside \
    a character, between characters, between words. (default: itu)
    """

  /// Limits of each duration, in seconds.
  private static let range = 0.006...120.0

  /// The timing that the user named.
  static func named(_ text: String) throws -> SendingTiming {
    switch text {
    case "itu": return .itu
    case "morse-torch": return .morseTorch
    default: return .lengths(try lengths(text))
    }
  }

  private static func lengths(_ text: String) throws -> Timing {
    let lengths = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard lengths.count == 5, text.count(where: { $0 == "," }) == 4 else {
      throw ValidationError(
        "--timing takes itu, morse-torch, or five lengths such as 0.1,0.3,0.1,0.3,0.7, not \(text)")
    }
    for length in lengths { try require("each length of --timing", length, in: range) }
    guard lengths[0] < lengths[1], lengths[2] < lengths[3], lengths[3] < lengths[4] else {
      throw ValidationError(
        "--timing \(text) is unreadable: a dash must be longer than a dot, and each pause longer than the one before"
      )
    }
    return Timing(
      unit: lengths[0], dash: lengths[1] / lengths[0], elementGap: lengths[2] / lengths[0],
      characterGap: lengths[3] / lengths[0], wordGap: lengths[4] / lengths[0])
  }
}
