import FoundationEssentials
import Glibc
import Morse

/// How far a text that was read is from the one that was sent.
public struct ReadingScore: Sendable, Equatable {
  /// Insertions, deletions and substitutions.
  public var errors: Int
  /// Characters sent.
  public var count: Int

  /// Of whatever torch read what comes nearest.
  ///
  /// - Parameters:
  ///   - texts: What each torch said.
  ///   - truth: What was sent: capitals or not, words parted by white space of any length.
  public init(_ texts: [String], against truth: String) {
    let truth = Self.plain(truth)
    count = truth.count
    errors = texts.map { editDistance(Self.plain($0), truth) }.min() ?? truth.count
  }

  /// Errors for each character sent; more than 1 where more is read than was sent.
  public var rate: Double { count == 0 ? 0 : Double(errors) / Double(count) }

  private static func plain(_ text: String) -> String {
    text.uppercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
