import FoundationEssentials
import Glibc
import Morse

/// Compares the text that was read with the text that was sent.
public struct ReadingScore: Sendable, Equatable {
  /// Insertions, deletions and substitutions.
  public var errors: Int
  /// Characters sent.
  public var count: Int

  /// Scores the torch whose text is nearest.
  ///
  /// - Parameters:
  ///   - texts: The text of each torch.
  ///   - truth: The text that was sent, in upper or lower case. Any white space separates words.
  public init(_ texts: [String], against truth: String) {
    let truth = Self.plain(truth)
    count = truth.count
    errors = texts.map { editDistance(Self.plain($0), truth) }.min() ?? truth.count
  }

  /// Errors per character sent; above 1 if far more is read than was sent.
  public var rate: Double { count == 0 ? 0 : Double(errors) / Double(count) }

  private static func plain(_ text: String) -> String {
    text.uppercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
