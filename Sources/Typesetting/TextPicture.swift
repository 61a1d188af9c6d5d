/// A typeset text box: its pixels and its measures.
public struct TextPicture: Sendable, Equatable {
  /// A rectangle in pixels, from the top left of the box.
  public struct Area: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public static let empty = Area(x: 0, y: 0, width: 0, height: 0)
    public var isEmpty: Bool { width <= 0 || height <= 0 }
  }

  /// The size of the box in pixels.
  public var width: Int
  public var height: Int
  /// The area of the ink, with one more row above and below, cut to the box. `bitmap` has exactly these pixels.
  public var ink: Area
  public var bitmap: Bitmap
  /// The area of the lines with their leading; it is not cut to the box.
  public var lines: Area
  var lineCount: Int
  /// The visible text without styles, with the ellipsis.
  public var visibleText: String
  /// Whether part of the text is replaced by an ellipsis.
  var isEllipsized: Bool
  /// Characters that no installed font has; each is drawn as a box with its code.
  public var unknownGlyphs: Int

  /// A box without text or without area.
  static func empty(width: Int, height: Int, isEllipsized: Bool) -> TextPicture {
    TextPicture(
      width: width, height: height, ink: .empty, bitmap: Bitmap(width: 0, height: 0), lines: .empty,
      lineCount: 0, visibleText: "", isEllipsized: isEllipsized, unknownGlyphs: 0)
  }
}
