import Monitor
import Typesetting

extension Painter {
  enum VerticalAlignment { case top, middle, bottom }

  /// Sets text of one colour into a rectangle and draws it.
  ///
  /// - Parameter size: Of the type, in points.
  func text(
    _ text: String, _ color: Color, size: Double, weight: AttributedText.Weight = .regular,
    lineSpacing: Double = 1, in rect: Rect, alignment: TextBox.Alignment = .leading,
    vertical: VerticalAlignment = .top, overflow: TextBox.Overflow = .keepOldest
  ) {
    self.text(
      AttributedText(text, color: color, weight: weight), Theme.font(size, lineSpacing: lineSpacing),
      in: rect,
      alignment: alignment, vertical: vertical, overflow: overflow)
  }

  /// Sets text into a rectangle and draws it.
  func text(
    _ text: AttributedText, _ font: TextBox.Font, in rect: Rect, alignment: TextBox.Alignment = .leading,
    vertical: VerticalAlignment = .top, overflow: TextBox.Overflow = .keepOldest
  ) {
    let box = box(text, font, rect, alignment, overflow)
    guard let entry = textures.entry(for: box) else { return }
    let room = Double(entry.measures.height - entry.measures.lines.height)
    let drop =
      switch vertical {
      case .top: 0.0
      case .middle: room / 2
      case .bottom: room
      }
    draw(entry, at: Point((rect.x * scale).rounded(), (rect.y * scale + drop).rounded()))
  }

  private func box(
    _ text: AttributedText, _ font: TextBox.Font, _ rect: Rect, _ alignment: TextBox.Alignment = .leading,
    _ overflow: TextBox.Overflow = .keepOldest
  ) -> TextBox {
    TextBox(
      text, width: rect.width, height: rect.height, font: font, scale: scale, alignment: alignment,
      overflow: overflow)
  }

  /// Whether the fonts have all characters of a text.
  func hasFont(
    for text: AttributedText, _ font: TextBox.Font, in rect: Rect, alignment: TextBox.Alignment = .leading,
    overflow: TextBox.Overflow = .keepOldest
  ) -> Bool {
    textures.entry(for: box(text, font, rect, alignment, overflow))?.measures.unknownGlyphs ?? 0 == 0
  }

  /// The form of a transcript: signs, or code words if no font has the signs.
  func form(
    of transcript: Transcript, _ transcripts: TranscriptText, _ font: TextBox.Font, in rect: Rect
  ) -> TranscriptText.Form {
    hasFont(for: transcripts.text(transcript), font, in: rect, overflow: .keepNewest) ? .signs : .codeWords
  }

  /// The character at a point of a text that is drawn at the top of a rectangle, and its place.
  func character(
    at point: Point, of text: AttributedText, _ font: TextBox.Font, in rect: Rect, overflow: TextBox.Overflow
  ) -> (bytesToEnd: Int, area: Rect)? {
    guard rect.contains(point) else { return nil }
    let box = box(text, font, rect, .leading, overflow)
    let origin = Point((rect.x * scale).rounded(), (rect.y * scale).rounded())
    let place = point * scale - origin
    guard let hit = textures.character(x: Int(place.x), y: Int(place.y), of: box) else { return nil }
    let area = Rect(
      x: (origin.x + Double(hit.area.x)) / scale, y: (origin.y + Double(hit.area.y)) / scale,
      width: Double(hit.area.width) / scale, height: Double(hit.area.height) / scale)
    return (hit.bytesToEnd, area)
  }

  /// The size of the text in a rectangle of this size.
  func measure(_ text: AttributedText, _ font: TextBox.Font, width: Double, height: Double) -> Point {
    let box = TextBox(text, width: width, height: height, font: font, scale: scale)
    guard let lines = textures.entry(for: box)?.measures.lines else { return .zero }
    return Point(Double(lines.width), Double(lines.height)) / scale
  }

  /// - Parameter origin: Whole pixels, so that texels are on pixels.
  private func draw(_ entry: TextTextures.Entry, at origin: Point) {
    let ink = entry.measures.ink
    guard !ink.isEmpty else { return }
    beginText(entry)
    func corner(_ x: Int, _ y: Int) -> Vertex {
      let place = Point(Double(ink.x + x * ink.width), Double(ink.y + y * ink.height))
      return Vertex(
        position: SIMD2<Float>(origin + place), place: SIMD2(Float(x), Float(y)) * entry.share, extent: .zero,
        edge: .zero, colour: SIMD4(repeating: 255), hollow: 0)
    }
    appendQuad(corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1))
  }
}
