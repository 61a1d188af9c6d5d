/// One mark of a code word: short or long.
public enum Element: Sendable {
  /// A short mark, one unit long.
  case dot
  /// A long mark, three units by the ITU.
  case dash
}

/// The elements of one character, at most 15, written `.-`.
///
///     CodeWord("-.-")?.elements  // [.dash, .dot, .dash]
public struct CodeWord: Hashable, Sendable, CustomStringConvertible {
  /// A leading 1, then one bit per element (dash = 1), the last element in the lowest bit. It holds the elements and their
  /// number. It is also the node's number in the binary tree of all code words (children `2n` and `2n + 1`).
  let node: UInt16

  /// The most elements that a code word can have.
  private static let maximumLength = 15

  /// From elements. `nil` if there are none or too many.
  public init?(_ elements: some Collection<Element>) {
    guard (1...Self.maximumLength).contains(elements.count) else { return nil }
    node = elements.reduce(1) { $0 << 1 | ($1 == .dash ? 1 : 0) }
  }

  /// From dots and hyphens. `nil` if there is another character, no character, or too many.
  public init?(_ text: some StringProtocol) {
    guard text.allSatisfy({ $0 == "." || $0 == "-" }) else { return nil }
    self.init(text.map { $0 == "." ? Element.dot : .dash })
  }

  /// Two or more code words sent as one, without gaps between characters, as in a prosign. `nil` if the result is too long.
  init?(joining words: some Sequence<CodeWord>) {
    self.init(words.flatMap(\.elements))
  }

  /// The code word at a ``node`` of the tree; `nil` for the root.
  init?(node: Int) {
    guard node > 1, let small = UInt16(exactly: node) else { return nil }
    self.node = small
  }

  /// The number of elements.
  public var count: Int { UInt16.bitWidth - 1 - node.leadingZeroBitCount }

  /// The elements in the order in which they are sent.
  public var elements: [Element] {
    (0..<count).reversed().map { node >> $0 & 1 == 1 ? .dash : .dot }
  }

  /// Dots and hyphens.
  public var description: String {
    String(elements.map { $0 == .dot ? "." : "-" })
  }
}
