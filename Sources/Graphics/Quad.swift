/// Two triangles that cover the viewport: attribute 0 is a `vec2` from (-1, -1) to (1, 1).
public struct Quad: ~Copyable {
  private let vertices: VertexBuffer

  /// See ``Context/quad()``.
  init(_ context: Context) {
    var vertices = VertexBuffer(context, layout: VertexLayout(.floats(2)))
    vertices.update([SIMD2<Float>(-1, -1), SIMD2(1, -1), SIMD2(-1, 1), SIMD2(1, 1)])
    self.vertices = vertices
  }

  /// Draws with the program in use.
  public borrowing func draw() {
    vertices.draw(.triangleStrip)
  }
}
