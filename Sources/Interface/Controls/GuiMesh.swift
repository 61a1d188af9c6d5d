import CImGui
import Graphics
import Typesetting

/// The triangles of one frame of controls, ready to be drawn.
struct GuiMesh {
  struct Part {
    var start: Int
    /// Nothing is drawn outside this rectangle.
    var clip: PixelRectangle
  }

  private(set) var vertices: [Vertex] = []
  private(set) var parts: [Part] = []

  init() {}

  /// Copies the triangles of the current context, for a window of this size in pixels.
  init(copyingWidth width: Int, height: Int) {
    for index in 0..<gui_draw_count() {
      let draw = gui_draw(index)
      let left = max(0, Int(draw.clip.x))
      let top = max(0, Int(draw.clip.y))
      let right = min(width, Int((draw.clip.x + draw.clip.width).rounded(.up)))
      let bottom = min(height, Int((draw.clip.y + draw.clip.height).rounded(.up)))
      guard right > left, bottom > top, let corners = draw.vertices, let indices = draw.indices else {
        continue
      }
      parts.append(
        Part(
          start: vertices.count,
          clip: PixelRectangle(x: left, y: height - bottom, width: right - left, height: bottom - top)))
      vertices.reserveCapacity(vertices.count + Int(draw.count))
      for place in 0..<Int(draw.count) { vertices.append(Vertex(corners[Int(indices[place])])) }
    }
  }
}

extension Vertex {
  fileprivate init(_ corner: GuiVertex) {
    let (red, green, blue, alpha) = corner.colour
    self.init(
      position: SIMD2(corner.x, corner.y), place: SIMD2(corner.u, corner.v), extent: .zero, edge: .zero,
      colour: Color(red: red, green: green, blue: blue, alpha: alpha).premultiplied, hollow: 0)
  }
}
