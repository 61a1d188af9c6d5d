/// What is to be set: a text and the box it must fit. The key of the typesetter's cache.
public struct TextBox: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable {
    /// The side where a line of the paragraph's own script begins.
    case leading, center, trailing
  }

  /// What stays when the text is longer than its box.
  public enum Overflow: Hashable, Sendable {
    /// The beginning; the last visible line ends in an ellipsis.
    case keepOldest
    /// The end; the first visible line begins with an ellipsis.
    case keepNewest
  }

  public struct Font: Hashable, Sendable {
    /// Family names, best first, parted by commas.
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
  /// Points. The picture is `width` x `scale` pixels wide, rounded down, and as high likewise.
  public var width: Double
  public var height: Double
  public var font: Font
  /// Pixels per point of the display that shows it.
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
