import Morse

/// What Aldis itself has sent lately. A camera that looks the same way sees it too, and reads it back.
///
/// Its times are those of the kernel's monotonic clock, which is also the axis of a camera's frames.
public struct OwnSignal: Sendable, Equatable {
  /// A character on its way: when its light was on.
  private struct Sent: Equatable {
    var code: String
    var range: ClosedRange<Double>
  }

  /// In the order of their times.
  private var sent: [Sent] = []

  /// Seconds that a light shines late, and that a camera strays: less than the gap between characters up to 12 words a
  /// minute, and beyond that the code word decides.
  static let slack = 0.3
  /// Characters kept: whoever reads them again is minutes late.
  static let capacity = 4096

  public init() {}

  /// - Parameter start: When the message begins.
  public mutating func note(_ keying: Keying, start: Double) {
    for character in keying.characters.suffix(Self.capacity) {
      let range = character.range
      sent.append(
        Sent(code: character.code.description, range: start + range.lowerBound...start + range.upperBound))
    }
    sent.removeFirst(max(0, sent.count - Self.capacity))
  }

  /// Whether a character that was read is one of those: the same code word, at the same time.
  public func contains(code: String, start: Double, end: Double) -> Bool {
    sent.reversed().lazy.prefix { $0.range.upperBound > start - Self.slack }.contains { sent in
      sent.code == code && abs(sent.range.lowerBound - start) < Self.slack
        && abs(sent.range.upperBound - end) < Self.slack
    }
  }
}
