import Graphics
import Shaders
import Typesetting

/// Draws flat shapes and text, in points, over whatever the pass holds already.
///
/// Marks are collected in the order they are asked for and drawn by ``finish()``: all shapes between two texts are one
/// draw. In the steady state nothing is allocated but what new text needs.
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
  /// Pixels a point.
  private(set) var scale = 1.0

  /// A range of vertices drawn by one call.
  private struct Step {
    enum Ink {
      case shapes
      case text(TextTextures.Entry)
      case controls(GlyphSheet, clip: PixelRectangle)
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

  /// Forgets the last picture's marks.
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

  /// Draws what was asked for since ``begin(width:height:scale:)``.
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
      case .controls(let sheet, let clip):
        controls.use()
        sheet.bind()
        context.setScissor(clip)
      }
      buffer.draw(.triangles, step.start..<end)
      if case .controls = step.ink { context.setScissor(nil) }
    }
    textures.endFrame()
    try context.check("interface")
  }
}

extension Painter {
  /// A rectangle with straight or round corners, filled, or as an outline of `line` points inside its edge.
  func fill(_ rect: Rect, _ color: Color, radius: Double = 0, line: Double = 0) {
    fill(rect, top: color, bottom: color, radius: radius, line: line)
  }

  /// Filled from one colour at the top to another at the bottom.
  func fill(_ rect: Rect, top: Color, bottom: Color, radius: Double = 0, line: Double = 0) {
    guard !rect.isEmpty else { return }
    let rect = snapped(rect)
    let half = Point(rect.width, rect.height) / 2
    box(
      center: rect.center, axis: Point(1, 0), half: half, radius: min(radius, half.min()), line: line,
      colors: (top, bottom))
  }

  func disc(_ center: Point, radius: Double, _ color: Color, line: Double = 0) {
    box(
      center: center, axis: Point(1, 0), half: Point(radius, radius), radius: radius, line: line,
      colors: (color, color))
  }

  /// Light around a disc of `radius`, gone at `reach` points from its edge.
  func glow(_ center: Point, radius: Double, reach: Double, _ color: Color) {
    box(
      center: center, axis: Point(1, 0), half: Point(radius, radius), radius: radius, soft: reach,
      colors: (color, color))
  }

  /// A stroke with round ends.
  func line(_ from: Point, _ to: Point, width: Double, _ color: Color) {
    let way = to - from
    let length = (way * way).sum().squareRoot()
    let axis = length > 0 ? way / length : Point(1, 0)
    box(
      center: (from + to) / 2, axis: axis, half: Point(length / 2 + width / 2, width / 2), radius: width / 2,
      colors: (color, color))
  }

  /// Strokes from point to point. Their round ends overlap: `color` should be opaque.
  func polyline(_ points: some Collection<Point>, width: Double, _ color: Color) {
    for (from, to) in zip(points, points.dropFirst()) { line(from, to, width: width, color) }
  }

  /// Part of a circle, clockwise from the top; 1 is all of it.
  func arc(_ center: Point, radius: Double, part: Double, width: Double, _ color: Color) {
    guard part > 0 else { return }
    let part = min(part, 1)
    // Chords this short leave the circle by less than a tenth of a pixel.
    let steps = max(1, Int((part * 24 * (radius * scale).squareRoot()).rounded(.up)))
    polyline(
      (0...steps).map { Trigonometry.clockwise(part * Double($0) / Double(steps)) * radius + center },
      width: width, color)
  }

  /// The area between a curve and the bottom of `rect`: `color` at the top of `rect`, clear at its bottom.
  func area(under points: some Collection<Point>, in rect: Rect, _ color: Color) {
    guard rect.height > 0 else { return }
    beginShapes()
    func corner(_ x: Double, _ y: Double) -> Vertex {
      solid(Point(x, y), color.opacity((rect.bottom - y) / rect.height))
    }
    for (from, to) in zip(points, points.dropFirst()) {
      appendQuad(
        corner(from.x, from.y), corner(to.x, to.y), corner(from.x, rect.bottom), corner(to.x, rect.bottom))
    }
  }

  /// A corner without an edge of its own: every pixel between such corners is covered.
  private func solid(_ point: Point, _ color: Color) -> Vertex {
    Vertex(
      position: SIMD2<Float>(point * scale), place: .zero, extent: SIMD2(repeating: 4), edge: .zero,
      colour: color.premultiplied, hollow: 0)
  }

  private func box(
    center: Point, axis: Point, half: Point, radius: Double, soft: Double = 0, line: Double = 0,
    colors: (top: Color, bottom: Color)
  ) {
    guard half.x > 0, half.y > 0, colors.top.alpha > 0 || colors.bottom.alpha > 0 else { return }
    beginShapes()
    let center = center * scale
    let extent = half * scale
    // Room for the edge's slope, or for all of the glow.
    let reach = extent + Point(repeating: max(1, soft * scale))
    let across = Point(-axis.y, axis.x)
    func corner(_ x: Double, _ y: Double, _ color: Color) -> Vertex {
      let place = Point(x, y) * reach
      return Vertex(
        position: SIMD2<Float>(center + axis * place.x + across * place.y), place: SIMD2<Float>(place),
        extent: SIMD2<Float>(extent), edge: SIMD2(Float(radius * scale), Float(soft * scale)),
        colour: color.premultiplied, hollow: Float(line * scale / 2))
    }
    appendQuad(
      corner(-1, -1, colors.top), corner(1, -1, colors.top), corner(-1, 1, colors.bottom),
      corner(1, 1, colors.bottom))
  }

  /// Controls as their frame left them.
  func controls(_ mesh: GuiMesh, _ sheet: GlyphSheet) {
    let start = vertices.count
    vertices += mesh.vertices
    for part in mesh.parts {
      steps.append(Step(start: start + part.start, ink: .controls(sheet, clip: part.clip)))
    }
  }

  private func beginShapes() {
    if case .shapes = steps.last?.ink { return }
    steps.append(Step(start: vertices.count))
  }

  private func appendQuad(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) {
    vertices.append(a)
    vertices.append(b)
    vertices.append(c)
    vertices.append(c)
    vertices.append(b)
    vertices.append(d)
  }
}

extension Painter {
  enum VerticalAlignment { case top, middle, bottom }

  /// Sets text into a rectangle and draws it.
  ///
  /// - Returns: What the lines take up; empty where nothing could be set.
  @discardableResult
  func text(
    _ text: AttributedText, _ font: TextBox.Font, in rect: Rect, alignment: TextBox.Alignment = .leading,
    vertical: VerticalAlignment = .top, overflow: TextBox.Overflow = .keepOldest, opacity: Double = 1
  ) -> Rect {
    let box = TextBox(
      text, width: rect.width, height: rect.height, font: font, scale: scale, alignment: alignment,
      overflow: overflow)
    guard let entry = textures.entry(for: box) else { return Rect(x: rect.x, y: rect.y, width: 0, height: 0) }
    let picture = entry.measures
    let room = Double(picture.height - picture.lines.height)
    let drop =
      switch vertical {
      case .top: 0.0
      case .middle: room / 2
      case .bottom: room
      }
    let origin = Point((rect.x * scale).rounded(), (rect.y * scale + drop).rounded())
    draw(entry, at: origin, opacity: opacity)
    return Rect(
      x: (origin.x + Double(picture.lines.x)) / scale, y: (origin.y + Double(picture.lines.y)) / scale,
      width: Double(picture.lines.width) / scale, height: Double(picture.lines.height) / scale)
  }

  /// What of a text drawn at the top of a rectangle lies at a point, and where.
  func character(
    at point: Point, of text: AttributedText, _ font: TextBox.Font, in rect: Rect, overflow: TextBox.Overflow
  ) -> (bytesToEnd: Int, area: Rect)? {
    guard rect.contains(point) else { return nil }
    let box = TextBox(
      text, width: rect.width, height: rect.height, font: font, scale: scale, overflow: overflow)
    let origin = Point((rect.x * scale).rounded(), (rect.y * scale).rounded())
    let place = point * scale - origin
    guard let hit = textures.character(x: Int(place.x), y: Int(place.y), of: box) else { return nil }
    let area = Rect(
      x: (origin.x + Double(hit.area.x)) / scale, y: (origin.y + Double(hit.area.y)) / scale,
      width: Double(hit.area.width) / scale, height: Double(hit.area.height) / scale)
    return (hit.bytesToEnd, area)
  }

  /// What the text would take up in a rectangle of this size.
  func measure(_ text: AttributedText, _ font: TextBox.Font, width: Double, height: Double) -> Point {
    let box = TextBox(text, width: width, height: height, font: font, scale: scale)
    guard let lines = textures.entry(for: box)?.measures.lines else { return .zero }
    return Point(Double(lines.width), Double(lines.height)) / scale
  }

  /// - Parameter origin: Pixels, whole: texels lie on pixels.
  private func draw(_ entry: TextTextures.Entry, at origin: Point, opacity: Double) {
    let ink = entry.measures.ink
    guard !ink.isEmpty else { return }
    steps.append(Step(start: vertices.count, ink: .text(entry)))
    let alpha = UInt8((min(max(opacity, 0), 1) * 255).rounded())
    func corner(_ x: Int, _ y: Int) -> Vertex {
      let place = Point(Double(ink.x + x * ink.width), Double(ink.y + y * ink.height))
      return Vertex(
        position: SIMD2<Float>(origin + place), place: SIMD2(Float(x), Float(y)), extent: .zero, edge: .zero,
        colour: SIMD4(repeating: alpha), hollow: 0)
    }
    appendQuad(corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1))
  }
}

extension Color {
  /// Red, green, blue, alpha, each times the alpha.
  var premultiplied: SIMD4<UInt8> {
    func times(_ channel: UInt8) -> UInt8 { UInt8((Int(channel) * Int(alpha) + 127) / 255) }
    return SIMD4(times(red), times(green), times(blue), alpha)
  }
}
