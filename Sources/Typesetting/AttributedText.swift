/// Text in runs, each with its own colour and weight. A value: equal texts compare and hash equal.
///
/// Neighbouring runs of one style are joined, and no run is empty, so that two ways to write the same text are equal:
///
///     var text = AttributedText("WHAT ", color: .white)
///     text.append("HATH", color: .white)
///     text == AttributedText("WHAT HATH", color: .white)   // true
public struct AttributedText: Hashable, Sendable {
  public enum Weight: Hashable, Sendable { case regular, bold }

  public struct Run: Hashable, Sendable {
    public var text: String
    public var color: Color
    public var weight: Weight
  }

  public private(set) var runs: [Run] = []

  public init() {}

  public init(_ text: String, color: Color, weight: Weight = .regular) {
    append(text, color: color, weight: weight)
  }

  public mutating func append(_ text: String, color: Color, weight: Weight = .regular) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].color == color, runs[last].weight == weight {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, color: color, weight: weight))
    }
  }

  /// The text without colours and weights.
  public var plain: String { runs.reduce(into: "") { $0 += $1.text } }

  public var isEmpty: Bool { runs.isEmpty }
}
