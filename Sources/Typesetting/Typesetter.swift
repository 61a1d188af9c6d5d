import CPango

/// Sets text into boxes with Pango and Cairo, each time anew: who shows a box for long keeps its picture.
///
/// Works on one thread: the fonts it opens belong to that thread.
///
///     let typesetter = Typesetter()
///     let box = TextBox(text, width: 320, height: 80, font: body, scale: 2, overflow: .keepNewest)
///     let picture = try typesetter.set(box)   // at most 640 x 160 pixels
public final class Typesetter {
  /// Pixels; no texture of OpenGL ES 2.0 hardware is larger.
  public static let largestSide = 16_384
  /// Bytes of a text that are ever laid out: some three full screens of small type.
  public static let byteLimit = 8192

  /// What was done since the beginning.
  public struct Statistics: Sendable, Equatable {
    /// Boxes that were set.
    public var boxes = 0
    /// Bytes of text handed to Pango.
    public var laidOutBytes = 0
  }

  public private(set) var statistics = Statistics()
  private let fonts: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer

  public init() {
    // A font map of its own, so that two typesetters share nothing.
    fonts = pango_cairo_font_map_new()
    context = pango_font_map_create_context(fonts)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    // Grey, as the picture is laid over colours unknown here; heights on whole pixels, widths as designed, so that
    // lines break alike at every scale.
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(fonts))
  }

  /// The box's picture. A box without text or without area gives a picture without ink.
  public func set(_ box: TextBox) throws(TypesettingError) -> TextPicture {
    guard box.isValid else {
      throw .invalidBox(
        width: box.width, height: box.height, fontSize: box.font.size, scale: box.scale)
    }
    statistics.boxes += 1
    let width = Int(box.width * box.scale)
    let height = Int(box.height * box.scale)
    guard width > 0, height > 0, !box.text.isEmpty else {
      return .empty(width: width, height: height, isEllipsized: !box.text.isEmpty)
    }
    let flat = FlatText(box.text, keeping: box.overflow, byteLimit: box.byteLimit)
    let fitted = FittedText(flat, box: box, width: width, height: height, context: context)
    statistics.laidOutBytes += fitted.laidOutBytes
    let extents = fitted.layout.extents
    let ink = extents.ink.intersection(.init(x: 0, y: 0, width: width, height: height))
    return TextPicture(
      width: width, height: height, ink: ink, bitmap: try fitted.layout.draw(ink), lines: extents.lines,
      lineCount: fitted.layout.lines.count, baseline: fitted.layout.baseline,
      visibleText: fitted.flat.text, isEllipsized: fitted.flat.isCut,
      unknownGlyphs: fitted.layout.unknownGlyphs)
  }

  /// The character of a set text that a pointer is on.
  public struct Character: Equatable, Sendable {
    /// Bytes of UTF-8 from its first to the end of the text. The text's end is what a box with
    /// ``TextBox/Overflow/keepNewest`` always shows.
    public var bytesToEnd: Int
    /// Pixels of the box.
    public var area: TextPicture.Area
  }

  /// What lies at a place in pixels from the top left of a box, set once more: pointers rest on few.
  public func character(x: Int, y: Int, of box: TextBox) -> Character? {
    let width = Int(box.width * box.scale)
    let height = Int(box.height * box.scale)
    guard box.isValid, width > 0, height > 0, !box.text.isEmpty, (0..<height).contains(y) else { return nil }
    let flat = FlatText(box.text, keeping: box.overflow, byteLimit: box.byteLimit)
    let fitted = FittedText(flat, box: box, width: width, height: height, context: context)
    guard let hit = fitted.layout.character(x: x, y: y) else { return nil }
    return Character(bytesToEnd: fitted.flat.text.utf8.count - hit.bytes.lowerBound, area: hit.area)
  }
}

extension TextBox {
  fileprivate var isValid: Bool {
    let largest = Double(Typesetter.largestSide)
    return scale > 0 && scale <= 64 && width >= 0 && height >= 0 && width * scale <= largest
      && height * scale <= largest && font.size > 0 && font.size * scale <= largest
      && font.lineSpacing >= 0.5 && font.lineSpacing <= 8
  }

  /// Bytes that can show at once, with a margin: the narrowest letters are a quarter of an em wide, and in scripts of
  /// two or three bytes a letter they are as much wider.
  fileprivate var byteLimit: Int {
    let columns = 4 * (width / font.size + 1)
    let rows = height / font.size + 1
    return Int(min(max(columns * rows, 64), Double(Typesetter.byteLimit)))
  }
}
