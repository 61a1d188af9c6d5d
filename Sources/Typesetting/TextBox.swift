/// A text and the box that it must fit. It is the key of caches of typeset texts.
public struct TextBox: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable {
    /// `leading` is the side where lines of the paragraph's script begin.
    case leading, center, trailing
  }

  /// The part that is kept if the text is longer than its box.
  public enum Overflow: Hashable, Sendable {
    /// The beginning; the last visible line ends in an ellipsis.
    case keepOldest
    /// The end; the first visible line begins with an ellipsis.
    case keepNewest
  }

  public struct Font: Hashable, Sendable {
    /// Family names, the best first, separated by commas.
    public var family: String
    /// Height of the em square in points.
    public var size: Double
    /// From one baseline to the next, as a multiple of the font's own line height.
    public var lineSpacing: Double

    public init(family: String, size: Double, lineSpacing: Double = 1) {
      self.family = family
      self.size = size
      self.lineSpacing = lineSpacing
    }
  }

  public var text: AttributedText
  /// Points. The picture is `width` x `scale` pixels wide and `height` x `scale` pixels high, rounded down.
  public var width: Double
  public var height: Double
  public var font: Font
  /// Pixels per point of the display.
  public var scale: Double
  public var alignment: Alignment
  public var overflow: Overflow

  public init(
    _ text: AttributedText, width: Double, height: Double, font: Font, scale: Double = 1,
    alignment: Alignment = .leading, overflow: Overflow = .keepOldest
  ) {
    self.text = text
    self.width = width
    self.height = height
    self.font = font
    self.scale = scale
    self.alignment = alignment
    self.overflow = overflow
  }
}
