/// Where the tiles of a scene lie in a frame: what registration knows of the camera's motion.
///
/// A tile moves by whole pixels; ``TilePlaces`` says by how many.
public struct SceneMotion: Sendable, Hashable {
  /// The number of the scene: another number means another background, in which nothing measured before is valid.
  public var scene: UInt32
  /// The way of the middle tile from where it lies in the scene's first frame, in whole pixels to the right and down.
  public var x: Int
  public var y: Int
  /// What the true way is beyond the whole pixels, in 1/64 pixel.
  public var residual: SIMD2<Int8>
  /// How the ways of the tiles differ where the camera zooms or rolls: what each tile adds along its distance from the middle
  /// tile, and across it (clockwise), in 1/256 pixel.
  public var zoom: Int16
  public var roll: Int16
  /// Whether the scene was ever seen to move. A picture from a tripod is never moved, and its residual is zero.
  public var hasMoved: Bool

  public init(
    scene: UInt32 = 0, x: Int = 0, y: Int = 0, residual: SIMD2<Int8> = .zero, zoom: Int16 = 0,
    roll: Int16 = 0,
    hasMoved: Bool = false
  ) {
    self.scene = scene
    self.x = x
    self.y = y
    self.residual = residual
    self.zoom = zoom
    self.roll = roll
    self.hasMoved = hasMoved
  }

  /// The first scene, seen from a tripod.
  public static let still = SceneMotion()

  /// Whether the tiles' ways differ.
  public var isTurned: Bool { zoom != 0 || roll != 0 }

  /// The middle tile of so many pixels along a side.
  public static func middle(of length: Int) -> Int { length / (2 * LumaGrid.tileSide) }

  /// ``zoom`` and ``roll`` for one pixel a pixel.
  public static let turnUnit = 256 * LumaGrid.tileSide

  /// The largest sum of the amounts of ``zoom`` and ``roll`` in a picture of `width` x `height` pixels: a tile then adds less than
  /// 2^15/256 pixels, and shaders with 16 bits of mantissa compute it exactly.
  public static func largestTurn(width: Int, height: Int) -> Int {
    (1 << 15) / (max(width, height) / (2 * LumaGrid.tileSide) + 1) - 1
  }
}
