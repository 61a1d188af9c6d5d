import CImGui
import Graphics
import Typesetting

/// The characters of the controls in one texture. The typesetter draws them, so that they look like all other text, in all
/// scripts. Characters are added when a text needs them.
final class GlyphAtlas {
  /// Texels a side: a thousand characters at twice the usual size.
  private static let side = 1024
  private static let gap = 1

  private let typesetter = Typesetter()
  private let texture: Texture
  private var pen = (x: 0, y: 0, rowHeight: 0)
  private var size = 0.0
  private var known: Set<UInt16> = []
  private(set) var glyphs: [GuiGlyph] = []
  /// Pixels.
  private(set) var lineHeight = 0
  /// The texture coordinate u, and v, of the middle of the 2 x 2 white texels in a corner of the texture.
  static let white = Float(1) / Float(side)

  /// Increases with every change.
  private(set) var revision = 0

  init(_ context: Context) throws(GraphicsError) {
    texture = try context.texture(.alpha, width: Self.side, height: Self.side)
  }

  func bind() { texture.bind() }

  /// Sets the type size, in pixels.
  func use(size: Double) {
    // Whole pixels, because glyphs are placed on whole pixels.
    let size = max(1, size.rounded())
    guard size != self.size else { return }
    self.size = size
    texture.update([UInt8](repeating: 0, count: Self.side * Self.side))
    texture.update([255, 255, 255, 255], columns: 2, rows: 2)
    pen = (2 + Self.gap, 0, 2 + Self.gap)
    (known, glyphs) = ([], [])
    lineHeight = picture("Ag")?.lines.height ?? Int(size)
    for code in 0x20...0x7E as ClosedRange<UInt16> { add(code) }
    add(0x2026)
  }

  /// Adds the characters of `text`; those that do not fit are shown as `?`.
  func prepare(_ text: String) {
    // Almost every text is ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return }
    for code in text.utf16 where !(0xD800...0xDFFF).contains(code) { add(code) }
  }

  private func add(_ code: UInt16) {
    guard !known.contains(code), let scalar = Unicode.Scalar(code), scalar.value >= 0x20 else { return }
    known.insert(code)
    // A space of known width before the character keeps ink that extends to its left. The mark at the beginning makes the space
    // come first in right-to-left scripts too.
    let space = "\u{200E}\u{2003}"
    guard let set = picture(space + String(scalar)), let space = picture(space) else { return }
    revision += 1
    let start = space.lines.width
    let advance = Float(max(0, set.lines.width - start))
    let (width, height) = set.ink.isEmpty ? (0, 0) : (set.ink.width, set.ink.height)
    guard let place = place(width: width, height: height) else { return }
    if width > 0, height > 0 {
      let alpha = stride(from: 3, to: set.bitmap.pixels.count, by: 4).map { set.bitmap.pixels[$0] }
      texture.update(alpha, x: place.x, y: place.y, columns: width, rows: height)
    }
    let left = Float(set.ink.x - start)
    let top = Float(set.ink.y)
    let texel = 1 / Float(Self.side)
    glyphs.append(
      GuiGlyph(
        character: code, left: left, top: top, right: left + Float(width), bottom: top + Float(height),
        u0: Float(place.x) * texel, v0: Float(place.y) * texel, u1: Float(place.x + width) * texel,
        v1: Float(place.y + height) * texel, advance: advance))
  }

  private func picture(_ text: String) -> TextPicture? {
    try? typesetter.set(
      TextBox(
        AttributedText(text, color: .white), width: size * 8, height: size * 3,
        font: TextBox.Font(family: Theme.family, size: size)))
  }

  /// From left to right, in rows; `nil` when the atlas is full.
  private func place(width: Int, height: Int) -> (x: Int, y: Int)? {
    guard width < Self.side, height < Self.side else { return nil }
    if pen.x + width > Self.side { pen = (0, pen.y + pen.rowHeight, 0) }
    guard pen.y + height <= Self.side else { return nil }
    defer {
      pen.x += width + Self.gap
      pen.rowHeight = max(pen.rowHeight, height + Self.gap)
    }
    return (pen.x, pen.y)
  }
}
