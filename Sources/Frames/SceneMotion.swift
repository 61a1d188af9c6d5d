/// Where the tiles of a scene lie in a frame: what registration knows of the camera's motion.
public struct SceneMotion: Sendable, Hashable {
  /// The number of the scene: another number means another background, in which nothing measured before is valid.
  public var scene: UInt32
  /// The tiles' way from where they lie in the scene's first frame, in whole pixels to the right and down.
  public var x: Int
  public var y: Int
  /// What the true way is beyond the whole pixels, in 1/64 pixel.
  public var residual: SIMD2<Int8>
  /// Whether the scene was ever seen to move. A picture from a tripod is never moved, and its residual is zero.
  public var hasMoved: Bool

  public init(
    scene: UInt32 = 0, x: Int = 0, y: Int = 0, residual: SIMD2<Int8> = .zero, hasMoved: Bool = false
  ) {
    self.scene = scene
    self.x = x
    self.y = y
    self.residual = residual
    self.hasMoved = hasMoved
  }

  /// The first scene, seen from a tripod.
  public static let still = SceneMotion()

  /// Of so many tiles along a side of `length` pixels that have come `way` pixels, those that lie wholly in the picture.
  public static func visible(_ tiles: Int, of length: Int, movedBy way: Int) -> Range<Int> {
    let side = LumaGrid.tileSide
    let first = way >= 0 ? 0 : min(tiles, (side - 1 - way) / side)
    // The last tile ends with the picture, and so lies in it only unmoved or moved back.
    let end = way <= 0 ? tiles : max(0, min(tiles, (length - way) / side))
    return first..<max(first, end)
  }
}
