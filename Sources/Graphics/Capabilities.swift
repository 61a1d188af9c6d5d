import CGLES

/// What the driver at hand says it is and can do.
public struct Capabilities: Equatable, Sendable {
  public var vendor: String
  public var renderer: String
  /// What the driver calls itself; Mesa answers "OpenGL ES 3.2" to a request for 2.0.
  public var version: String
  /// Without those that were masked.
  public var extensions: Set<String>
  /// Mantissa bits of `highp float` in fragment shaders: 23 for 32-bit floats, 0 where there is no `highp`.
  public var fragmentPrecision: Int
  /// Pixels a side.
  public var largestTexture: Int

  /// Asks the current context.
  ///
  /// - Parameter masked: Extensions to leave out, so that the ways around a missing one can be tested on a driver
  ///   that has it.
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

  /// `GL_UNPACK_ROW_LENGTH`: rows further apart in memory than they are long, uploaded by one call.
  public var hasUnpackSubimage: Bool { has(Self.unpackSubimage) }
  public static let unpackSubimage = "GL_EXT_unpack_subimage"

  /// The pictures are made by the CPU.
  public var isSoftware: Bool {
    let name = renderer.lowercased()
    return ["llvmpipe", "softpipe", "swrast", "swiftshader", "software"].contains { name.contains($0) }
  }

  private static func string(_ name: Int32) -> String {
    glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
  }
}
