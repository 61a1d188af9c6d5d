/// Where the tiles of a scene lie in a frame: the camera's motion as registration estimates it.
///
/// A tile moves by whole pixels; ``TilePlaces`` computes how many.
public struct SceneMotion: Sendable, Hashable {
  /// The number of the scene. With another number the background is another one, and earlier measurements are invalid.
  public var scene: UInt32
  /// The displacement of the grid of tiles in the scene since the scene's first frame, in tiles to the right and down. The grid
  /// moves when the camera stays turned, so that it covers the picture.
  public var origin: SIMD2<Int32>
  /// The displacement of the grid's middle tile from its place in a picture that has not moved, in whole pixels to the right.
  public var x: Int
  /// The same, in whole pixels down.
  public var y: Int
  /// The rest of the displacement beyond whole pixels, in 1/64 pixel.
  public var residual: SIMD2<Int8>
  /// Change of the displacement per tile of distance from the middle tile, along that distance, in 1/256 pixel: the camera
  /// zooms.
  public var zoom: Int16
  /// The same across that distance, clockwise: the camera rolls.
  public var roll: Int16
  /// Whether the scene has ever moved. With a tripod it never has, and the residual is zero.
  public var hasMoved: Bool
  /// Whether the scene has moved, and this frame shows too little of it to be placed. The last place is kept.
  public var isLost = false
  /// In the first frame of another scene: the transform from places in the last scene's grid to places in this one, to some
  /// pixels; `nil` if it is unknown.
  public var lastScene: SceneTransform?

  /// A motion in the first scene, or in another one.
  public init(
    scene: UInt32 = 0, x: Int = 0, y: Int = 0, residual: SIMD2<Int8> = .zero, zoom: Int16 = 0,
    roll: Int16 = 0,
    hasMoved: Bool = false, origin: SIMD2<Int32> = .zero
  ) {
    self.scene = scene
    self.origin = origin
    self.x = x
    self.y = y
    self.residual = residual
    self.zoom = zoom
    self.roll = roll
    self.hasMoved = hasMoved
  }

  /// The first scene, without motion.
  public static let still = SceneMotion()

  /// Whether the displacements of the tiles differ.
  public var isTurned: Bool { zoom != 0 || roll != 0 }

  /// The index of the middle tile along a side of `length` pixels.
  public static func middle(of length: Int) -> Int { length / (2 * LumaGrid.tileSide) }

  /// The value of ``zoom`` or ``roll`` at which the displacement changes by one pixel per pixel of distance.
  public static let turnUnit = 256 * LumaGrid.tileSide

  /// The largest sum of the absolute values of ``zoom`` and ``roll`` in a picture of `width` x `height` pixels. Up to it, they
  /// change a displacement by less than 2^15/256 pixels, which shaders with 16 bits of mantissa compute exactly.
  public static func largestTurn(width: Int, height: Int) -> Int {
    (1 << 15) / (max(width, height) / (2 * LumaGrid.tileSide) + 1) - 1
  }
}
