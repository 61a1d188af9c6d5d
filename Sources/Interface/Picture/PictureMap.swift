import Capture
import Frames

/// From the pixels of a source's picture, as its buffer holds them, to the window, where it is shown upright, and back.
struct PictureMap: Equatable, Sendable {
  private let size: Point
  private let quarterTurns: Int
  private let shown: Rect
  private let zoom: Zoom

  /// - Parameters:
  ///   - shown: Where the upright picture, or the part that is near, lies in the window.
  init(_ info: SourceInfo, shown: Rect, zoom: Zoom = Zoom()) {
    size = Point(Double(info.format.width), Double(info.format.height))
    quarterTurns = ((info.quarterTurns % 4) + 4) % 4
    self.shown = shown
    self.zoom = zoom
  }

  /// Width by height of the picture held upright.
  static func aspect(of info: SourceInfo) -> Double {
    let aspect = Double(info.format.width) / Double(info.format.height)
    return info.quarterTurns.isMultiple(of: 2) ? aspect : 1 / aspect
  }

  private var uprightSize: Point { quarterTurns.isMultiple(of: 2) ? size : Point(size.y, size.x) }

  /// Points a pixel.
  var scale: Double { shown.width / uprightSize.x * zoom.factor }

  func point(x: Double, y: Double) -> Point {
    let upright =
      switch quarterTurns {
      case 1: Point(size.y - y, x)
      case 2: Point(size.x - x, size.y - y)
      case 3: Point(y, size.x - x)
      default: Point(x, y)
      }
    let corner = Point(zoom.part.x, zoom.part.y) * uprightSize
    return Point(shown.x, shown.y) + (upright - corner) * scale
  }

  /// The pixel at a point; it may lie outside the picture.
  func pixel(at point: Point) -> Point {
    let corner = Point(zoom.part.x, zoom.part.y) * uprightSize
    let upright = (point - Point(shown.x, shown.y)) / scale + corner
    return switch quarterTurns {
    case 1: Point(upright.y, size.y - upright.x)
    case 2: size - upright
    case 3: Point(size.x - upright.y, upright.x)
    default: upright
    }
  }

  /// Where an area of the picture lies.
  func rect(_ area: PictureArea) -> Rect {
    Self.spanned(point(x: area.x, y: area.y), point(x: area.x + area.width, y: area.y + area.height))
  }

  /// What of the picture lies between two points.
  func area(_ from: Point, _ to: Point) -> PictureArea {
    let low = Point(0, 0)
    let rect = Self.spanned(
      pixel(at: from).clamped(lowerBound: low, upperBound: size),
      pixel(at: to).clamped(lowerBound: low, upperBound: size))
    return PictureArea(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  /// What is shown; `nil` where it is all of the picture.
  var part: PictureArea? {
    zoom.isNear ? area(Point(shown.x, shown.y), Point(shown.right, shown.bottom)) : nil
  }

  private static func spanned(_ one: Point, _ other: Point) -> Rect {
    Rect(
      x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x),
      height: abs(one.y - other.y))
  }
}
