import CPango

/// Sets text into boxes with Pango and Cairo. It has no cache: callers that show a box for long keep its picture.
///
/// It works on one thread, because its fonts belong to that thread.
///
///     let typesetter = Typesetter()
///     let box = TextBox(text, width: 320, height: 80, font: body, scale: 2, overflow: .keepNewest)
///     let picture = try typesetter.set(box)   // at most 640 x 160 pixels
public final class Typesetter {
  /// Pixels; OpenGL ES 2.0 hardware has no larger texture.
  public static let largestSide = 16_384
  /// The most bytes of a text that are laid out: about three full screens of small type.
  static let byteLimit = 8192

  /// Counts since the typesetter was made.
  public struct Statistics: Sendable, Equatable {
    /// Boxes set.
    public var boxes = 0
    /// Bytes of text passed to Pango.
    var laidOutBytes = 0
  }

  public private(set) var statistics = Statistics()
  private let fonts: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer

  public init() {
    // A separate font map, so that typesetters share no state.
    fonts = pango_cairo_font_map_new()
    context = pango_font_map_create_context(fonts)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    // Grey antialiasing, because the background colour is unknown. Heights are hinted to whole pixels. Widths are not hinted,
    // so that lines break at the same words at every scale.
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

  /// Sets a box. A box without text or without area gives a picture without ink.
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
      lineCount: fitted.layout.lines.count, visibleText: fitted.flat.text, isEllipsized: fitted.flat.isCut,
      unknownGlyphs: fitted.layout.unknownGlyphs)
  }

  /// The character of a text at a point.
  public struct Character: Equatable, Sendable {
    /// Bytes of UTF-8 from the character's first byte to the end of the text. The distance to the end is used because a box
    /// with ``TextBox/Overflow/keepNewest`` always shows the end.
    public var bytesToEnd: Int
    /// In pixels of the box.
    public var area: TextPicture.Area
  }

  /// The character at a place, in pixels from the top left of a box. It sets the box again, because such queries are rare.
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

  /// The most bytes that the box can show, with a margin: the narrowest letters are a quarter of an em wide. In scripts with
  /// two or three bytes per letter, letters are wider by the same factor.
  fileprivate var byteLimit: Int {
    let columns = 4 * (width / font.size + 1)
    let rows = height / font.size + 1
    return Int(min(max(columns * rows, 64), Double(Typesetter.byteLimit)))
  }
}
