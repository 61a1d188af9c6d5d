/// What a code word is made of: a short and a long light.
public enum Element: Sendable {
  case dot, dash
}

/// The elements of one character, at most 15, written `.-`.
///
///     CodeWord("-.-")?.elements  // [.dash, .dot, .dash]
public struct CodeWord: Hashable, Sendable, CustomStringConvertible {
  /// A leading 1, then one bit an element (dash = 1), the last one lowest: at once the word and its length, and the number
  /// of its node when all code words are laid out as a binary tree (children `2n` and `2n + 1`).
  public let node: UInt16

  /// The longest code word that can be written.
  public static let maximumLength = 15

  /// From dots and hyphens; `nil` for any other character, for none, and for too many.
  public init?(_ text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
    var node: UInt16 = 1
    for character in text {
      switch character {
      case ".": node = node << 1
      case "-": node = node << 1 | 1
      default: return nil
      }
    }
    self.node = node
  }

  /// From elements; `nil` for none and for too many.
  public init?(_ elements: some Collection<Element>) {
    self.init(String(elements.map { $0 == .dot ? "." : "-" }))
  }

  /// Two or more code words sent as one, without gaps between characters, as prosigns are; `nil` if too long.
  public init?(joining words: some Sequence<CodeWord>) {
    self.init(words.map(\.description).joined())
  }

  /// The code word at a ``node`` of the tree; `nil` for the root.
  public init?(node: Int) {
    guard node > 1, let small = UInt16(exactly: node) else { return nil }
    self.node = small
  }

  /// How many elements.
  public var count: Int { UInt16.bitWidth - 1 - node.leadingZeroBitCount }

  /// In the order they are sent.
  public var elements: [Element] {
    (0..<count).reversed().map { node >> $0 & 1 == 1 ? .dash : .dot }
  }

  /// Dots and hyphens.
  public var description: String {
    String(elements.map { $0 == .dot ? "." : "-" })
  }
}
