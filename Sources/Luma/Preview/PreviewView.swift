import Frames
import Graphics

/// The part of the picture that is drawn, and its place.
public struct PreviewView: Sendable, Equatable {
  /// Where the picture is drawn, in pixels of the target. The picture fills it, so the caller chooses the aspect ratio.
  public var viewport: PixelRectangle
  /// Clockwise; any integer.
  public var quarterTurns: Int
  /// `nil` shows the whole picture.
  public var area: PictureArea?
  /// Whether the scene is held still while the camera moves. The area is then a part of the scene: in pixels of the grid of tiles.
  public var isSteady: Bool

  public init(
    viewport: PixelRectangle, quarterTurns: Int = 0, area: PictureArea? = nil, isSteady: Bool = false
  ) {
    self.viewport = viewport
    self.quarterTurns = quarterTurns
    self.area = area
    self.isSteady = isSteady
  }

  /// The middle of the viewport in a `width` x `height` picture, and the vectors from it to its right and upper edge.
  ///
  /// - Parameter motion: The motion of the scene in this picture.
  func placement(
    width: Int, height: Int, motion: SceneMotion = .still
  ) -> (middle: SIMD2<Float>, right: SIMD2<Float>, up: SIMD2<Float>) {
    let placement = placement(width: width, height: height)
    guard isSteady, motion.hasMoved else { return placement }
    let places = TilePlaces(motion, width: width, height: height)
    func moved(_ place: SIMD2<Float>) -> SIMD2<Float> {
      place + SIMD2<Float>(places.displacement(at: SIMD2<Double>(place)))
    }
    let middle = moved(placement.middle)
    let residual = SIMD2(Float(motion.residual.x), Float(motion.residual.y)) / 64
    return (
      middle + residual, moved(placement.middle + placement.right) - middle,
      moved(placement.middle + placement.up) - middle
    )
  }

  private func placement(
    width: Int, height: Int
  ) -> (middle: SIMD2<Float>, right: SIMD2<Float>, up: SIMD2<Float>) {
    let area = area ?? PictureArea(x: 0, y: 0, width: Double(width), height: Double(height))
    let middle = SIMD2(Float(area.x + area.width / 2), Float(area.y + area.height / 2))
    // Without a turn, up is towards smaller rows.
    let right = SIMD2(Float(area.width / 2), 0)
    let up = SIMD2(0, -Float(area.height / 2))
    return switch ((quarterTurns % 4) + 4) % 4 {
    // A picture turned clockwise has its left side on top and its upper side at the right.
    case 1: (middle, up, -right)
    case 2: (middle, -right, -up)
    case 3: (middle, -up, right)
    default: (middle, right, up)
    }
  }
}
