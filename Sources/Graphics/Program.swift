import CGLES

/// A linked pair of shaders.
public struct Program: ~Copyable {
  /// The location of a uniform. A uniform that the compiler removed, or that does not exist, has none, and setting it does
  /// nothing, because the user may remove a uniform while tuning.
  public struct Uniform: Equatable, Sendable {
    let location: GLint
    public var isActive: Bool { location >= 0 }
  }

  let name: GLuint
  let context: Context

  /// Compiles, attaches, links, and frees the shaders. See ``Context/program(vertex:fragment:attributes:)``.
  init(
    _ context: Context, vertex: ShaderSource, fragment: ShaderSource, attributes: [String]
  ) throws(GraphicsError) {
    let vertexShader = try Self.compile(vertex, GL_VERTEX_SHADER)
    defer { glDeleteShader(vertexShader) }
    let fragmentShader = try Self.compile(fragment, GL_FRAGMENT_SHADER)
    defer { glDeleteShader(fragmentShader) }

    let program = glCreateProgram()
    glAttachShader(program, vertexShader)
    glAttachShader(program, fragmentShader)
    for (location, attribute) in attributes.enumerated() {
      glBindAttribLocation(program, GLuint(location), attribute)
    }
    glLinkProgram(program)
    glDetachShader(program, vertexShader)
    glDetachShader(program, fragmentShader)

    var linked: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &linked)
    guard linked != 0 else {
      var length: GLint = 0
      glGetProgramiv(program, GLenum(GL_INFO_LOG_LENGTH), &length)
      let log = Self.text(length) { glGetProgramInfoLog(program, length, nil, $0) }
      glDeleteProgram(program)
      throw .link(
        files: (vertex.files + fragment.files).map(\.name),
        ShaderLog(log).errors.map { error in
          let message = error.message.description
          let place = fragment.varying(namedIn: message) ?? vertex.varying(namedIn: message)
          return ShaderFault(
            file: place?.file ?? fragment.files.last?.name ?? fragment.name, line: place?.line,
            message: error.message)
        }, log: log)
    }
    self.name = program
    self.context = context
  }

  deinit {
    context.release(name) { glDeleteProgram($0) }
  }

  private static func compile(_ source: ShaderSource, _ stage: Int32) throws(GraphicsError) -> GLuint {
    let shader = glCreateShader(GLenum(stage))
    source.text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      glShaderSource(shader, 1, &text, nil)
    }
    glCompileShader(shader)

    var compiled: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &compiled)
    if compiled != 0 { return shader }

    var length: GLint = 0
    glGetShaderiv(shader, GLenum(GL_INFO_LOG_LENGTH), &length)
    let log = text(length) { glGetShaderInfoLog(shader, length, nil, $0) }
    glDeleteShader(shader)
    throw .compile(source.faults(in: log), log: log)
  }

  private static func text(_ length: GLint, _ read: (UnsafeMutablePointer<CChar>) -> Void) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(1, Int(length))) { buffer in
      buffer.initialize(repeating: 0)
      read(buffer.baseAddress!)
      return String(cString: buffer.baseAddress!)
    }
  }
}

extension Program {
  /// Makes this the program of the next draws.
  public borrowing func use() {
    glUseProgram(name)
  }

  public borrowing func uniform(_ uniform: String) -> Uniform {
    Uniform(location: glGetUniformLocation(name, uniform))
  }

  /// The location of an attribute; `nil` if the program does not use such an attribute.
  public borrowing func attribute(_ attribute: String) -> Int? {
    let location = glGetAttribLocation(name, attribute)
    return location < 0 ? nil : Int(location)
  }

  /// The program must be in use: OpenGL ES 2.0 sets only the uniforms of the program in use.
  public borrowing func set(_ uniform: Uniform, _ value: Float) {
    glUniform1f(uniform.location, value)
  }

  public borrowing func set(_ uniform: Uniform, _ value: SIMD2<Float>) {
    glUniform2f(uniform.location, value.x, value.y)
  }

  public borrowing func set(_ uniform: Uniform, _ value: SIMD3<Float>) {
    glUniform3f(uniform.location, value.x, value.y, value.z)
  }

  public borrowing func set(_ uniform: Uniform, _ value: SIMD4<Float>) {
    glUniform4f(uniform.location, value.x, value.y, value.z, value.w)
  }

  /// A number, or the unit of a sampler.
  public borrowing func set(_ uniform: Uniform, _ value: Int) {
    glUniform1i(uniform.location, GLint(value))
  }

  /// A `mat2` by its columns.
  public borrowing func set(_ uniform: Uniform, columns first: SIMD2<Float>, _ second: SIMD2<Float>) {
    let matrix = SIMD4(lowHalf: first, highHalf: second)
    withUnsafeBytes(of: matrix) {
      glUniformMatrix2fv(uniform.location, 1, GLboolean(GL_FALSE), $0.bindMemory(to: Float.self).baseAddress)
    }
  }
}
