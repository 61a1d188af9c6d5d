import CGLES

/// A picture in the GPU's memory.
public struct Texture: ~Copyable {
  /// The channels of a texel, eight bits each (OpenGL ES 2.0.25, table 3.4).
  public enum Format: CaseIterable, Sendable {
    /// Read as `(L, L, L, 1)`.
    case luminance
    /// Read as `(L, L, L, A)`.
    case luminanceAlpha
    /// Read as `(0, 0, 0, A)`.
    case alpha
    case rgb
    case rgba

    public var bytesPerTexel: Int {
      switch self {
      case .luminance, .alpha: 1
      case .luminanceAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    var name: GLenum {
      switch self {
      case .luminance: GLenum(GL_LUMINANCE)
      case .luminanceAlpha: GLenum(GL_LUMINANCE_ALPHA)
      case .alpha: GLenum(GL_ALPHA)
      case .rgb: GLenum(GL_RGB)
      case .rgba: GLenum(GL_RGBA)
      }
    }
  }

  /// How a texture is read between its texels.
  public enum Filter: Sendable {
    /// The nearest texel, unchanged: the only filter for measurements.
    case nearest
    /// Interpolated, for pictures on the screen.
    case linear

    var name: GLint { self == .nearest ? GL_NEAREST : GL_LINEAR }
  }

  let name: GLuint
  let context: Context
  public let format: Format
  /// Size in texels.
  public let width: Int
  public let height: Int

  /// See ``Context/texture(_:width:height:filter:)``.
  init(
    _ context: Context, format: Format, width: Int, height: Int, filter: Filter
  ) throws(GraphicsError) {
    let largest = context.capabilities.largestTexture
    guard (1...largest).contains(width), (1...largest).contains(height) else {
      throw .size(width: width, height: height, largest: largest)
    }
    var name: GLuint = 0
    glGenTextures(1, &name)
    self.name = name
    self.context = context
    self.format = format
    self.width = width
    self.height = height
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    // In OpenGL ES 2.0, a texture whose sides are not powers of two is complete only without mipmaps and with clamping
    // (section 3.8.2).
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), filter.name)
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), filter.name)
    glTexImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(format.name), GLsizei(width), GLsizei(height), 0, format.name,
      GLenum(GL_UNSIGNED_BYTE), nil)
  }

  deinit {
    context.release(name) { name in
      var name = name
      glDeleteTextures(1, &name)
    }
  }

  /// Binds this texture to a texture unit, for samplers with value `unit`; OpenGL ES 2.0 has at least 8 units.
  public borrowing func bind(unit: Int = 0) {
    glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
  }
}
