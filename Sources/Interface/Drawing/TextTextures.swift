import Graphics
import Typesetting

/// Texts in the GPU's memory: set and uploaded once, kept as long as pictures show them.
final class TextTextures {
  /// One text box.
  final class Entry {
    /// The box without its pixels.
    let measures: TextPicture
    private var texture: Texture?
    fileprivate(set) var lastFrame = 0

    fileprivate init(_ measures: TextPicture, _ texture: consuming Texture?) {
      self.measures = measures
      self.texture = texture
    }

    func bind() { texture?.bind() }

    /// The share of the texture's sides that is text, from its first texel.
    var share: SIMD2<Float> {
      let ink = SIMD2(Float(measures.ink.width), Float(measures.ink.height))
      return ink / SIMD2(Float(texture?.width ?? 1), Float(texture?.height ?? 1))
    }

    fileprivate func hasTexture(width: Int, height: Int) -> Bool {
      texture?.width == width && texture?.height == height
    }

    /// Takes the texture for another text; this entry cannot be used then.
    fileprivate func takeTexture() -> Texture? { texture.take() }
  }

  /// Pictures after which an unused box is removed.
  private static let lifetime = 120
  /// Texels from which on a texture is reused: a driver clears a new texture, which takes longer than setting the text.
  private static let minimumReusedTexels = 1 << 16
  /// Texels: sides are rounded up to a multiple of this, so that a text with a new letter often fits into the former texture.
  private static let sideStep = 128

  private let context: Context
  private let typesetter = Typesetter()
  private var entries: [TextBox: Entry] = [:]
  private var frame = 0

  init(_ context: Context) {
    self.context = context
  }

  /// Texts in the GPU's memory.
  var count: Int { entries.count }
  /// Texts that were set since the beginning.
  var texts: Int { typesetter.statistics.boxes }

  /// The largest number of characters of one text in this picture that no font can draw.
  private(set) var unknownGlyphs = 0

  func beginFrame() {
    frame += 1
    unknownGlyphs = 0
  }

  /// `nil` for a box that cannot be set or does not fit into the GPU's memory: then only this text is missing.
  func entry(for box: TextBox) -> Entry? {
    guard let entry = entries[box] ?? newEntry(for: box) else { return nil }
    entry.lastFrame = frame
    unknownGlyphs = max(unknownGlyphs, entry.measures.unknownGlyphs)
    return entry
  }

  private func newEntry(for box: TextBox) -> Entry? {
    guard var picture = try? typesetter.set(box) else { return nil }
    let entry: Entry
    if picture.ink.isEmpty {
      entry = Entry(picture, nil)
    } else {
      let (width, height) = (picture.bitmap.width, picture.bitmap.height)
      guard let texture = texture(width: width, height: height) else { return nil }
      texture.update(picture.bitmap.pixels, columns: width, rows: height)
      picture.bitmap = Bitmap(width: 0, height: 0)
      entry = Entry(picture, texture)
    }
    entries[box] = entry
    return entry
  }

  /// A texture of this size or, for a large size, a little larger.
  private func texture(width: Int, height: Int) -> Texture? {
    guard width * height >= Self.minimumReusedTexels else {
      return try? context.texture(.rgba, width: width, height: height)
    }
    func stepped(_ side: Int) -> Int { (side + Self.sideStep - 1) / Self.sideStep * Self.sideStep }
    let (width, height) = (stepped(width), stepped(height))
    // A texture of the last picture may be needed again, and the GPU may still use it.
    if let (box, old) = entries.first(where: {
      $0.value.lastFrame < frame - 1 && $0.value.hasTexture(width: width, height: height)
    }) {
      entries[box] = nil
      return old.takeTexture()
    }
    return try? context.texture(.rgba, width: width, height: height)
  }

  /// The character at a place in pixels of the box.
  func character(x: Int, y: Int, of box: TextBox) -> Typesetter.Character? {
    typesetter.character(x: x, y: y, of: box)
  }

  func endFrame() {
    // A search of all texts costs more than keeping a few unused ones.
    guard frame.isMultiple(of: Self.lifetime / 4) || entries.count > 512 else { return }
    let limit = entries.count > 512 ? frame : frame - Self.lifetime
    entries = entries.filter { $0.value.lastFrame >= limit }
  }
}
