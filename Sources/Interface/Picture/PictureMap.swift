import Capture
import Frames

/// Maps between a source and the window: pixels of the picture, as they are in its buffer, and places of the scene, to points of
/// the upright picture in the window, and back.
///
/// A place of the scene is given in pixels of the grid of tiles. It stays where it is in the world while the camera moves, until
/// the grid moves (``SceneMotion/origin``).
struct PictureMap: Sendable {
  private let size: Point
  private let quarterTurns: Int
  private let shown: Rect
  private let zoom: Zoom
  private let places: TilePlaces
  private let isSteady: Bool

  /// - Parameters:
  ///   - shown: The place of the upright picture, or of its zoomed part, in the window.
  ///   - motion: The motion of the scene in the picture.
  ///   - isSteady: Whether the window holds the scene still, and not the picture.
  init(
    _ info: SourceInfo, shown: Rect, zoom: Zoom = Zoom(), motion: SceneMotion = .still, isSteady: Bool = false
  ) {
    size = Point(Double(info.format.width), Double(info.format.height))
    quarterTurns = ((info.quarterTurns % 4) + 4) % 4
    self.shown = shown
    self.zoom = zoom
    places = TilePlaces(motion, width: info.format.width, height: info.format.height)
    self.isSteady = isSteady || info.isMosaic
  }

  /// Width by height of the upright picture.
  static func aspect(of info: SourceInfo) -> Double {
    let aspect = Double(info.format.width) / Double(info.format.height)
    return info.quarterTurns.isMultiple(of: 2) ? aspect : 1 / aspect
  }

  private var uprightSize: Point { quarterTurns.isMultiple(of: 2) ? size : Point(size.y, size.x) }

  /// Points per pixel.
  var scale: Double { shown.width / uprightSize.x * zoom.factor }

  /// The point of a pixel of the picture.
  func point(x: Double, y: Double) -> Point {
    let pixel = Point(x, y)
    return point(of: isSteady ? scenePlace(ofPixel: pixel) : pixel)
  }

  /// The point of a place of the scene.
  private func point(ofScene place: Point) -> Point {
    point(of: isSteady ? place : place + displacement(at: place))
  }

  /// The place of the scene that a pixel of the picture shows. Displacements are given at places; one step from the displacement
  /// at the pixel arrives within a hundredth of a pixel.
  private func scenePlace(ofPixel pixel: Point) -> Point {
    pixel - displacement(at: pixel - displacement(at: pixel))
  }

  private func displacement(at place: Point) -> Point {
    let displacement = places.displacement(at: SIMD2(place.x, place.y))
    return Point(displacement.x, displacement.y)
  }

  private func point(of place: Point) -> Point {
    let upright =
      switch quarterTurns {
      case 1: Point(size.y - place.y, place.x)
      case 2: Point(size.x - place.x, size.y - place.y)
      case 3: Point(place.y, size.x - place.x)
      default: place
      }
    let corner = Point(zoom.part.x, zoom.part.y) * uprightSize
    return Point(shown.x, shown.y) + (upright - corner) * scale
  }

  /// The pixel of the picture at a point of the window, or the place of the scene if the scene is held still. It may lie outside
  /// the picture.
  private func place(at point: Point) -> Point {
    let corner = Point(zoom.part.x, zoom.part.y) * uprightSize
    let upright = (point - Point(shown.x, shown.y)) / scale + corner
    return switch quarterTurns {
    case 1: Point(upright.y, size.y - upright.x)
    case 2: size - upright
    case 3: Point(size.x - upright.y, upright.x)
    default: upright
    }
  }

  /// The place of an area of the scene.
  func rect(_ area: PictureArea) -> Rect {
    Self.spanned(
      point(ofScene: Point(area.x, area.y)), point(ofScene: Point(area.x + area.width, area.y + area.height)))
  }

  /// The area of the scene between two points.
  func area(_ from: Point, _ to: Point) -> PictureArea {
    area(from, to) { isSteady ? place(at: $0) : scenePlace(ofPixel: place(at: $0)) }
  }

  private func area(_ from: Point, _ to: Point, _ place: (Point) -> Point) -> PictureArea {
    let low = Point(0, 0)
    let rect = Self.spanned(
      place(from).clamped(lowerBound: low, upperBound: size),
      place(to).clamped(lowerBound: low, upperBound: size))
    return PictureArea(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  /// The shown part of the picture, or of the scene if the scene is held still; `nil` is the whole picture.
  var part: PictureArea? {
    zoom.isZoomed ? area(Point(shown.x, shown.y), Point(shown.right, shown.bottom), place) : nil
  }

  private static func spanned(_ one: Point, _ other: Point) -> Rect {
    Rect(
      x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x),
      height: abs(one.y - other.y))
  }
}
