/// From places in one scene's grid to places in another's: a similarity transform about the centre of the middle tile.
public struct SceneTransform: Sendable, Hashable {
  /// The displacement of the middle tile, in pixels to the right and down.
  public var shift: SIMD2<Float>
  /// The displacement of a point along its distance from there, as a share of that distance.
  public var zoom: Float
  /// The same across that distance, clockwise.
  public var roll: Float

  /// A transform; by default one that moves nothing.
  public init(shift: SIMD2<Float> = .zero, zoom: Float = 0, roll: Float = 0) {
    (self.shift, self.zoom, self.roll) = (shift, zoom, roll)
  }

  /// The place in the other scene, in pixels, for pictures of `width` x `height` pixels.
  public func applied(to place: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
    func middle(of length: Int) -> Double {
      (Double(SceneMotion.middle(of: length)) + 0.5) * Double(LumaGrid.tileSide)
    }
    let distance = place - SIMD2(middle(of: width), middle(of: height))
    return place + SIMD2<Double>(shift) + Double(zoom) * distance
      + Double(roll) * SIMD2(-distance.y, distance.x)
  }
}
