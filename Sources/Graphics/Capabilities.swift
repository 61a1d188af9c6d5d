import CGLES

/// The identity and the capabilities of the present driver.
public struct Capabilities: Equatable, Sendable {
  public var vendor: String
  public var renderer: String
  /// The version string of the driver; Mesa returns "OpenGL ES 3.2" for a context requested as 2.0.
  public var version: String
  /// Without the masked extensions.
  public var extensions: Set<String>
  /// Mantissa bits of `highp float` in fragment shaders: 23 for 32-bit floats, 0 without `highp`.
  public var fragmentPrecision: Int
  /// In pixels per side.
  public var largestTexture: Int

  /// Queries the current context.
  ///
  /// - Parameter masked: Extensions to leave out, so that the fallbacks for a missing extension can be tested on a
  ///   driver that has it.
  init(masking masked: Set<String>) {
    vendor = Self.string(GL_VENDOR)
    renderer = Self.string(GL_RENDERER)
    version = Self.string(GL_VERSION)
    extensions = Set(Self.string(GL_EXTENSIONS).split(separator: " ").map(String.init)).subtracting(masked)

    var range: (GLint, GLint) = (0, 0)
    var precision: GLint = 0
    withUnsafeMutableBytes(of: &range) {
      glGetShaderPrecisionFormat(
        GLenum(GL_FRAGMENT_SHADER), GLenum(GL_HIGH_FLOAT), $0.bindMemory(to: GLint.self).baseAddress,
        &precision)
    }
    fragmentPrecision = Int(precision)

    var size: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &size)
    largestTexture = Int(size)
  }

  public func has(_ name: String) -> Bool { extensions.contains(name) }

  /// `GL_UNPACK_ROW_LENGTH`: one call uploads rows whose stride is larger than their length.
  var hasUnpackSubimage: Bool { has(Self.unpackSubimage) }
  static let unpackSubimage = "GL_EXT_unpack_subimage"

  /// Whether the CPU renders.
  public var isSoftware: Bool {
    let name = renderer.lowercased()
    return ["llvmpipe", "softpipe", "swrast", "swiftshader", "software"].contains { name.contains($0) }
  }

  private static func string(_ name: Int32) -> String {
    glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
  }
}
