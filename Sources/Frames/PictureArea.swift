/// A rectangle of a picture: pixels from its top left, before the picture is turned upright.
public struct PictureArea: Hashable, Sendable {
  /// Distance from the left edge of the picture.
  public var x: Double
  /// Distance from its top edge.
  public var y: Double
  /// Width in pixels.
  public var width: Double
  /// Height in pixels.
  public var height: Double

  /// A rectangle with this corner and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
