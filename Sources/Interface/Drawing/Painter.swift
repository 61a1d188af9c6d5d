import Graphics
import Shaders
import Typesetting

/// Draws flat shapes and text, in points, over the present content of the pass.
///
/// Shapes and texts are collected in order, and drawn by ``finish()``. All shapes between two texts are one draw call. In the
/// steady state only new text allocates memory.
final class Painter {
  private let context: Context
  private let shapes: Program
  private let texts: Program
  private let controls: Program
  private let shapeSize: Program.Uniform
  private let textSize: Program.Uniform
  private let controlsSize: Program.Uniform
  private var buffer: VertexBuffer
  private var vertices: [Vertex] = []
  private var steps: [Step] = []
  let textures: TextTextures
  /// In the language of this picture.
  private(set) var words = Wording()
  private(set) var theme = Theme.dark

  /// The framebuffer in pixels.
  private(set) var width = 0
  private(set) var height = 0
  /// Pixels per point.
  private(set) var scale = 1.0

  /// A range of vertices drawn by one call.
  private struct Step {
    enum Ink {
      case shapes
      case text(TextTextures.Entry)
      case controls(GlyphAtlas, clip: PixelRectangle)
    }

    var start: Int
    var ink = Ink.shapes
  }

  static let shapeFiles = ProgramFiles(
    vertex: .interface, fragment: [.precision, .interfaceShape], attributes: Vertex.attributes)
  static let textFiles = ProgramFiles(
    vertex: .interface, fragment: [.precision, .interfaceText], attributes: Vertex.attributes)
  static let controlFiles = ProgramFiles(
    vertex: .interface, fragment: [.precision, .interfaceControls], attributes: Vertex.attributes)

  init(_ context: Context, _ shaders: ShaderLibrary) throws(GraphicsError) {
    self.context = context
    shapes = try context.program(Self.shapeFiles, from: shaders)
    texts = try context.program(Self.textFiles, from: shaders)
    controls = try context.program(Self.controlFiles, from: shaders)
    shapeSize = shapes.uniform("size")
    textSize = texts.uniform("size")
    controlsSize = controls.uniform("size")
    buffer = try context.vertexBuffer(Vertex.layout)
    textures = TextTextures(context)
  }

  /// Begins an empty picture.
  func begin(width: Int, height: Int, scale: Double, words: Wording = Wording(), theme: Theme = .dark) {
    (self.words, self.theme) = (words, theme)
    self.width = width
    self.height = height
    self.scale = scale
    vertices.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    textures.beginFrame()
  }

  /// The window in points.
  var bounds: Rect { Rect(x: 0, y: 0, width: Double(width) / scale, height: Double(height) / scale) }

  /// The whole pixels nearest to a rectangle, as OpenGL counts them: from the lower left.
  func pixels(_ rect: Rect) -> PixelRectangle {
    let left = Int((rect.x * scale).rounded())
    let top = Int((rect.y * scale).rounded())
    let right = Int((rect.right * scale).rounded())
    let bottom = Int((rect.bottom * scale).rounded())
    return PixelRectangle(x: left, y: height - bottom, width: right - left, height: bottom - top)
  }

  /// The rectangle moved and sized to whole pixels, so that its edges are sharp.
  func snapped(_ rect: Rect) -> Rect {
    let area = pixels(rect)
    return Rect(
      x: Double(area.x) / scale, y: Double(height - area.y - area.height) / scale,
      width: Double(area.width) / scale, height: Double(area.height) / scale)
  }

  /// Draws everything since ``begin(width:height:scale:words:theme:)``.
  func finish() throws(GraphicsError) {
    guard !steps.isEmpty else { return }
    buffer.update(vertices)
    let size = SIMD2(Float(width), Float(height))
    shapes.use()
    shapes.set(shapeSize, size)
    texts.use()
    texts.set(textSize, size)
    controls.use()
    controls.set(controlsSize, size)
    for (index, step) in steps.enumerated() {
      let end = index + 1 < steps.count ? steps[index + 1].start : vertices.count
      switch step.ink {
      case .shapes: shapes.use()
      case .text(let text):
        texts.use()
        text.bind()
      case .controls(let atlas, let clip):
        controls.use()
        atlas.bind()
        context.setScissor(clip)
      }
      buffer.draw(.triangles, step.start..<end)
      if case .controls = step.ink { context.setScissor(nil) }
    }
    textures.endFrame()
    try context.check("interface")
  }

  /// The triangles of the controls.
  func controls(_ mesh: GuiMesh, _ atlas: GlyphAtlas) {
    let start = vertices.count
    vertices += mesh.vertices
    for part in mesh.parts {
      steps.append(Step(start: start + part.start, ink: .controls(atlas, clip: part.clip)))
    }
  }

  /// Makes the next vertices shapes.
  func beginShapes() {
    if case .shapes = steps.last?.ink { return }
    steps.append(Step(start: vertices.count))
  }

  /// Makes the next vertices this text.
  func beginText(_ entry: TextTextures.Entry) {
    steps.append(Step(start: vertices.count, ink: .text(entry)))
  }

  /// Two triangles between four corners: top left, top right, bottom left, bottom right.
  func appendQuad(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) {
    vertices.append(a)
    vertices.append(b)
    vertices.append(c)
    vertices.append(c)
    vertices.append(b)
    vertices.append(d)
  }
}

extension Color {
  /// Red, green, blue, alpha, each times the alpha.
  var premultiplied: SIMD4<UInt8> {
    func times(_ channel: UInt8) -> UInt8 { UInt8((Int(channel) * Int(alpha) + 127) / 255) }
    return SIMD4(times(red), times(green), times(blue), alpha)
  }
}
