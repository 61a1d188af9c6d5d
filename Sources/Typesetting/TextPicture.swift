/// A text box after typesetting: its pixels and what was found on the way.
public struct TextPicture: Sendable, Equatable {
  /// A rectangle in pixels of the box, from its top left.
  public struct Area: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public static let empty = Area(x: 0, y: 0, width: 0, height: 0)
    public var isEmpty: Bool { width <= 0 || height <= 0 }
  }

  /// The box in pixels.
  public var width: Int
  public var height: Int
  /// Where there is ink, with a row above and below, cut to the box. `bitmap` holds exactly these pixels.
  public var ink: Area
  public var bitmap: Bitmap
  /// What the lines take up, leading included, before it is cut to the box.
  public var lines: Area
  public var lineCount: Int
  /// From the top of the box to the first line's baseline, in pixels.
  public var baseline: Int
  /// The visible text without its looks, ellipsis included.
  public var visibleText: String
  /// Some of the text is not shown, and an ellipsis says so.
  public var isEllipsized: Bool
  /// Characters no installed font can draw; each shows as a box with its number.
  public var unknownGlyphs: Int

  /// A box of no text or no area.
  static func empty(width: Int, height: Int, isEllipsized: Bool) -> TextPicture {
    TextPicture(
      width: width, height: height, ink: .empty, bitmap: Bitmap(width: 0, height: 0), lines: .empty,
      lineCount: 0, baseline: 0, visibleText: "", isEllipsized: isEllipsized, unknownGlyphs: 0)
  }
}
