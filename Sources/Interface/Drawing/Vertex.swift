import Graphics

/// One corner of a triangle; see `Shaders/interface.vert`.
struct Vertex: BitwiseCopyable {
  var position: SIMD2<Float>
  var place: SIMD2<Float>
  var extent: SIMD2<Float>
  /// Corner radius and softness.
  var edge: SIMD2<Float>
  var colour: SIMD4<UInt8>
  var hollow: Float

  static let layout = VertexLayout(.floats(2), .floats(2), .floats(2), .floats(2), .bytes(4), .floats(1))
  static let attributes = ["position", "place", "extent", "edge", "colour", "hollow"]
}
