import Monitor
import Typesetting

extension Painter {
  enum VerticalAlignment { case top, middle, bottom }

  /// Sets text into a rectangle and draws it.
  ///
  /// - Returns: The rectangle of the lines; empty if nothing could be set.
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

  /// Whether the fonts have all characters of a text.
  func hasFont(
    for text: AttributedText, _ font: TextBox.Font, in rect: Rect, alignment: TextBox.Alignment = .leading,
    overflow: TextBox.Overflow = .keepOldest
  ) -> Bool {
    let box = TextBox(
      text, width: rect.width, height: rect.height, font: font, scale: scale, alignment: alignment,
      overflow: overflow)
    return textures.entry(for: box)?.measures.unknownGlyphs ?? 0 == 0
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

  /// The size of the text in a rectangle of this size.
  func measure(_ text: AttributedText, _ font: TextBox.Font, width: Double, height: Double) -> Point {
    let box = TextBox(text, width: width, height: height, font: font, scale: scale)
    guard let lines = textures.entry(for: box)?.measures.lines else { return .zero }
    return Point(Double(lines.width), Double(lines.height)) / scale
  }

  /// - Parameter origin: Whole pixels, so that texels are on pixels.
  private func draw(_ entry: TextTextures.Entry, at origin: Point, opacity: Double) {
    let ink = entry.measures.ink
    guard !ink.isEmpty else { return }
    beginText(entry)
    let alpha = UInt8((min(max(opacity, 0), 1) * 255).rounded())
    func corner(_ x: Int, _ y: Int) -> Vertex {
      let place = Point(Double(ink.x + x * ink.width), Double(ink.y + y * ink.height))
      return Vertex(
        position: SIMD2<Float>(origin + place), place: SIMD2(Float(x), Float(y)) * entry.share, extent: .zero,
        edge: .zero,
        colour: SIMD4(repeating: alpha), hollow: 0)
    }
    appendQuad(corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1))
  }
}
