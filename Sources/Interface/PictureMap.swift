import Capture
import Frames

/// From the pixels of a source's picture, as its buffer holds them, to the window, where it is shown upright.
struct PictureMap: Equatable, Sendable {
  private let size: Point
  private let quarterTurns: Int
  private let shown: Rect

  /// - Parameter shown: Where the upright picture lies in the window.
  init(_ info: SourceInfo, shown: Rect) {
    size = Point(Double(info.format.width), Double(info.format.height))
    quarterTurns = ((info.quarterTurns % 4) + 4) % 4
    self.shown = shown
  }

  /// Width by height of the picture held upright.
  static func aspect(of info: SourceInfo) -> Double {
    let aspect = Double(info.format.width) / Double(info.format.height)
    return info.quarterTurns.isMultiple(of: 2) ? aspect : 1 / aspect
  }

  /// Points a pixel.
  var scale: Double { shown.width / (quarterTurns.isMultiple(of: 2) ? size.x : size.y) }

  func point(x: Double, y: Double) -> Point {
    let upright =
      switch quarterTurns {
      case 1: Point(size.y - y, x)
      case 2: Point(size.x - x, size.y - y)
      case 3: Point(y, size.x - x)
      default: Point(x, y)
      }
    return Point(shown.x, shown.y) + upright * scale
  }
}
