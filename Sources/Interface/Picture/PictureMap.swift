import Capture
import Frames

/// Maps pixels of a source's picture, as they are in its buffer, to points of the window, where it is upright, and back.
struct PictureMap: Equatable, Sendable {
  private let size: Point
  private let quarterTurns: Int
  private let shown: Rect
  private let zoom: Zoom

  /// - Parameters:
  ///   - shown: The place of the upright picture, or of its zoomed part, in the window.
  init(_ info: SourceInfo, shown: Rect, zoom: Zoom = Zoom()) {
    size = Point(Double(info.format.width), Double(info.format.height))
    quarterTurns = ((info.quarterTurns % 4) + 4) % 4
    self.shown = shown
    self.zoom = zoom
  }

  /// Width by height of the upright picture.
  static func aspect(of info: SourceInfo) -> Double {
    let aspect = Double(info.format.width) / Double(info.format.height)
    return info.quarterTurns.isMultiple(of: 2) ? aspect : 1 / aspect
  }

  private var uprightSize: Point { quarterTurns.isMultiple(of: 2) ? size : Point(size.y, size.x) }

  /// Points per pixel.
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

  /// The pixel at a point; it may be outside of the picture.
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

  /// The place of an area of the picture.
  func rect(_ area: PictureArea) -> Rect {
    Self.spanned(point(x: area.x, y: area.y), point(x: area.x + area.width, y: area.y + area.height))
  }

  /// The area of the picture between two points.
  func area(_ from: Point, _ to: Point) -> PictureArea {
    let low = Point(0, 0)
    let rect = Self.spanned(
      pixel(at: from).clamped(lowerBound: low, upperBound: size),
      pixel(at: to).clamped(lowerBound: low, upperBound: size))
    return PictureArea(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  /// The shown part; `nil` is the whole picture.
  var part: PictureArea? {
    zoom.isZoomed ? area(Point(shown.x, shown.y), Point(shown.right, shown.bottom)) : nil
  }

  private static func spanned(_ one: Point, _ other: Point) -> Rect {
    Rect(
      x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x),
      height: abs(one.y - other.y))
  }
}
