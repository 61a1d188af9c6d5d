import Morse

/// The latest messages of this program. A camera may see them and read them back.
///
/// Times are those of the kernel's monotonic clock, which is also the time axis of a camera's frames.
public struct OwnSignal: Sendable, Equatable {
  /// A sent character with the time of its light.
  private struct SentCharacter: Equatable {
    var code: CodeWord
    var range: ClosedRange<Double>
  }

  /// In the order of their times.
  private var sent: [SentCharacter] = []

  /// Limit of a light's delay and a camera's jitter, in seconds. It is less than the gap between characters up to 12 words per
  /// minute; at higher speeds the code word distinguishes the characters.
  static let timeTolerance = 0.3
  /// Limit of the characters that are kept. A camera no longer reads back older characters.
  static let capacity = 4096

  public init() {}

  /// - Parameter start: When the message begins.
  public mutating func note(_ keying: Keying, start: Double) {
    for character in keying.characters.suffix(Self.capacity) {
      let range = character.range
      sent.append(
        SentCharacter(code: character.code, range: start + range.lowerBound...start + range.upperBound))
    }
    sent.removeFirst(max(0, sent.count - Self.capacity))
  }

  /// Whether this program sent a character that was read: the same code word at the same time.
  public func contains(code: CodeWord, start: Double, end: Double) -> Bool {
    sent.reversed().lazy.prefix { $0.range.upperBound > start - Self.timeTolerance }.contains { sent in
      sent.code == code && abs(sent.range.lowerBound - start) < Self.timeTolerance
        && abs(sent.range.upperBound - end) < Self.timeTolerance
    }
  }
}
