import CGLES

extension Texture {
  /// Replaces texels. Row 0 of `bytes` becomes row `y` of the texture; shaders read small rows at small `t`.
  ///
  /// - Parameters:
  ///   - bytes: The rows, `stride` bytes apart; the last row needs no padding.
  ///   - stride: Bytes from row to row; `nil` means that the rows are packed.
  ///   - columns: Texels of a row to replace, from `x`; `nil` means up to the right edge.
  ///   - rows: Rows to replace, from `y`; `nil` means down to the last one.
  public borrowing func update(
    _ bytes: UnsafeRawBufferPointer, stride: Int? = nil, x: Int = 0, y: Int = 0, columns: Int? = nil,
    rows: Int? = nil
  ) {
    let columns = columns ?? width - x
    let rows = rows ?? height - y
    let rowBytes = columns * format.bytesPerTexel
    let stride = stride ?? rowBytes
    guard columns > 0, rows > 0 else { return }
    precondition(x >= 0 && y >= 0 && x + columns <= width && y + rows <= height, "outside the texture")
    precondition(
      stride >= rowBytes && bytes.count >= stride * (rows - 1) + rowBytes, "too few bytes for the texels")

    bind()
    switch RowLayout(
      stride: stride, rowBytes: rowBytes, bytesPerTexel: format.bytesPerTexel, rows: rows,
      hasRowLength: context.capabilities.hasUnpackSubimage)
    {
    case .aligned(let alignment):
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), GLint(alignment))
      replace(bytes, x: x, y: y, columns: columns, rows: rows)
    case .rowLength(let texels, let alignment):
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), GLint(alignment))
      glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH_EXT), GLint(texels))
      replace(bytes, x: x, y: y, columns: columns, rows: rows)
      glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH_EXT), 0)
    case .rowByRow:
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
      for row in 0..<rows {
        let start = row * stride
        replace(
          UnsafeRawBufferPointer(rebasing: bytes[start..<start + rowBytes]), x: x, y: y + row,
          columns: columns, rows: 1)
      }
    }
  }

  /// Replaces texels from packed rows.
  public borrowing func update(
    _ texels: [UInt8], x: Int = 0, y: Int = 0, columns: Int? = nil, rows: Int? = nil
  ) {
    texels.withUnsafeBytes { update($0, x: x, y: y, columns: columns, rows: rows) }
  }

  private borrowing func replace(_ bytes: UnsafeRawBufferPointer, x: Int, y: Int, columns: Int, rows: Int) {
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(x), GLint(y), GLsizei(columns), GLsizei(rows), format.name,
      GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
  }
}

/// How to pass rows of one length and stride to OpenGL ES 2.0, the fastest way first.
enum RowLayout: Equatable {
  /// Only `GL_UNPACK_ALIGNMENT`: 1, 2, 4 or 8.
  case aligned(Int)
  /// `GL_UNPACK_ROW_LENGTH_EXT`, in texels, and an alignment.
  case rowLength(Int, alignment: Int)
  /// One upload per row.
  case rowByRow

  init(stride: Int, rowBytes: Int, bytesPerTexel: Int, rows: Int, hasRowLength: Bool) {
    // The stride may not be a multiple of a texel of three bytes. An alignment may then cover the remaining bytes.
    let texels = stride / bytesPerTexel
    if rows == 1 {
      self = .aligned(1)
    } else if let alignment = Self.alignment(from: rowBytes, to: stride) {
      self = .aligned(alignment)
    } else if hasRowLength, let alignment = Self.alignment(from: texels * bytesPerTexel, to: stride) {
      self = .rowLength(texels, alignment: alignment)
    } else {
      self = .rowByRow
    }
  }

  /// The alignment by which the driver rounds `bytes` up to `stride`, if there is one.
  private static func alignment(from bytes: Int, to stride: Int) -> Int? {
    // Without an array: this runs for every frame, and must not allocate.
    var alignment = 8
    while alignment > 1, (bytes + alignment - 1) / alignment * alignment != stride { alignment /= 2 }
    return alignment > 1 || bytes == stride ? alignment : nil
  }
}
