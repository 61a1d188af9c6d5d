import CPango

/// One `PangoLayout`: text broken into lines of a given width. It is used only on its typesetter's thread.
struct TextLayout: ~Copyable {
  struct Line {
    /// Bytes of the layout's text, without the line break that ends a paragraph.
    var bytes: Range<Int>
    /// Pixels from the top of the layout, in Pango's 1024ths.
    var top: Int
    var bottom: Int
    /// The direction of the line's paragraph.
    var isRightToLeft: Bool
  }

  private let layout: OpaquePointer
  let lines: [Line]

  /// - Parameters:
  ///   - context: Borrowed; Pango holds its own reference.
  ///   - width: In pixels, 1 or more.
  init(_ flat: FlatText, box: TextBox, width: Int, context: OpaquePointer) {
    layout = pango_layout_new(context)
    pango_layout_set_text(layout, flat.text, Int32(flat.text.utf8.count))
    pango_layout_set_width(layout, Int32(width) * PANGO_SCALE)
    // A word longer than a line is broken.
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_line_spacing(layout, Float(box.font.lineSpacing))
    pango_layout_set_alignment(layout, box.alignment.pango)
    let font = pango_font_description_from_string(box.font.family + ",")
    defer { pango_font_description_free(font) }
    pango_font_description_set_absolute_size(font, box.font.size * box.scale * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
    Self.setAttributes(of: flat, on: layout)
    lines = Self.lines(of: layout)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  private static func setAttributes(of flat: FlatText, on layout: OpaquePointer) {
    guard let attributes = pango_attr_list_new() else { return }
    defer { pango_attr_list_unref(attributes) }
    for span in flat.spans {
      func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
        Self.insert(attribute, span.bytes, in: attributes)
      }
      // 8 to 16 bits: 255 x 257 = 65 535.
      let color = span.color
      insert(
        pango_attr_foreground_new(
          UInt16(color.red) * 257, UInt16(color.green) * 257, UInt16(color.blue) * 257))
      // For Pango, alpha 0 means "not set", which is opaque.
      insert(pango_attr_foreground_alpha_new(max(1, UInt16(color.alpha) * 257)))
      if span.weight == .bold { insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
    }
    // A hyphen inserted where a long word breaks would look like a received sign.
    insert(pango_attr_insert_hyphens_new(0), 0..<Int(UInt32.max), in: attributes)
    for option in flat.optionPrefixes { insert(pango_attr_allow_breaks_new(0), option, in: attributes) }
    pango_layout_set_attributes(layout, attributes)
  }

  private static func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ bytes: Range<Int>, in attributes: OpaquePointer
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(bytes.lowerBound)
    attribute.pointee.end_index = UInt32(bytes.upperBound)
    pango_attr_list_insert(attributes, attribute)
  }

  private static func lines(of layout: OpaquePointer) -> [Line] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var lines: [Line] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let start = Int(line.pointee.start_index)
      lines.append(
        Line(
          bytes: start..<start + Int(line.pointee.length), top: Int(logical.y),
          bottom: Int(logical.y) + Int(logical.height),
          isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL))
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }

  /// The bytes and the area of the character at a place, in pixels from the layout's top left; `nil` beside the text.
  func character(x: Int, y: Int) -> (bytes: Range<Int>, area: TextPicture.Area)? {
    var index: Int32 = 0
    var trailing: Int32 = 0
    guard
      pango_layout_xy_to_index(layout, Int32(x) * PANGO_SCALE, Int32(y) * PANGO_SCALE, &index, &trailing) != 0
    else { return nil }
    var place = PangoRectangle()
    pango_layout_index_to_pos(layout, index, &place)
    // A character of a right-to-left script has a negative width.
    if place.width < 0 { (place.x, place.width) = (place.x + place.width, -place.width) }
    pango_extents_to_pixels(&place, nil)
    let start = Int(index)
    guard let text = pango_layout_get_text(layout) else { return nil }
    var end = start + 1
    // Only continuation bytes have the form 10xxxxxx (RFC 3629, section 3).
    while UInt8(bitPattern: text[end]) & 0xC0 == 0x80 { end += 1 }
    return (start..<end, TextPicture.Area(place))
  }

  var unknownGlyphs: Int { Int(pango_layout_get_unknown_glyphs_count(layout)) }

  /// The areas of the ink and of the lines, in pixels.
  var extents: (ink: TextPicture.Area, lines: TextPicture.Area) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_pixel_extents(layout, &ink, &logical)
    // Pango reports the ink of the unhinted outline; hinting to whole pixels can extend it by up to one pixel.
    if ink.height > 0 { (ink.y, ink.height) = (ink.y - 1, ink.height + 2) }
    return (TextPicture.Area(ink), TextPicture.Area(logical))
  }

  /// Draws the pixels of `area`.
  func draw(_ area: TextPicture.Area) throws(TypesettingError) -> Bitmap {
    var bitmap = Bitmap(width: area.width, height: area.height)
    guard !area.isEmpty else { return bitmap }
    try bitmap.withSurface { surface in
      let cairo = cairo_create(surface)
      defer { cairo_destroy(cairo) }
      cairo_translate(cairo, Double(-area.x), Double(-area.y))
      pango_cairo_show_layout(cairo, layout)
      cairo_surface_flush(surface)
      return cairo_status(cairo)
    }
    return bitmap
  }
}

extension TextBox.Alignment {
  /// Pango mirrors left and right for a paragraph of the other direction.
  fileprivate var pango: PangoAlignment {
    switch self {
    case .leading: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .trailing: PANGO_ALIGN_RIGHT
    }
  }
}

extension TextPicture.Area {
  fileprivate init(_ rectangle: PangoRectangle) {
    self.init(
      x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width), height: Int(rectangle.height))
  }

  func intersection(_ other: Self) -> Self {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    return right > left && bottom > top
      ? Self(x: left, y: top, width: right - left, height: bottom - top) : .empty
  }
}
