import CGLES

/// The memory layout of vertices: one attribute after another, in the order of the program's `attributes`.
public struct VertexLayout: Equatable, Sendable {
  /// An attribute of the shader.
  public enum Attribute: Equatable, Sendable {
    /// `float`, `vec2`, `vec3` or `vec4` from 32-bit floats.
    case floats(Int)
    /// The same from bytes, for colours: 0...255 becomes 0...1.
    case bytes(Int)

    var size: Int {
      switch self {
      case .floats(let count): count * 4
      case .bytes(let count): count
      }
    }
  }

  public let attributes: [Attribute]
  /// Bytes from one vertex to the next.
  public let stride: Int

  public init(_ attributes: Attribute...) {
    self.attributes = attributes
    stride = attributes.reduce(0) { $0 + $1.size }
  }
}

/// Vertices in the GPU's memory.
public struct VertexBuffer: ~Copyable {
  /// The primitive that the vertices form.
  public enum Primitive: Sendable {
    case triangles
    case triangleStrip

    var name: GLenum { self == .triangles ? GLenum(GL_TRIANGLES) : GLenum(GL_TRIANGLE_STRIP) }
  }

  private let name: GLuint
  private let context: Context
  public let layout: VertexLayout
  /// The number of vertices.
  public private(set) var count = 0
  private var capacity = 0

  /// See ``Context/vertexBuffer(_:)``.
  init(_ context: Context, layout: VertexLayout) {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    self.context = context
    self.layout = layout
  }

  deinit {
    context.release(name) { name in
      var name = name
      glDeleteBuffers(1, &name)
    }
  }

  /// Replaces all vertices.
  ///
  /// - Parameter vertices: Values without references, in memory as in ``layout``; their size is a multiple of its stride.
  public mutating func update<Vertex: BitwiseCopyable>(_ vertices: [Vertex]) {
    vertices.withUnsafeBytes { update($0) }
  }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count.isMultiple(of: layout.stride), "half a vertex")
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    if bytes.count > capacity {
      glBufferData(GLenum(GL_ARRAY_BUFFER), bytes.count, bytes.baseAddress, GLenum(GL_DYNAMIC_DRAW))
      capacity = bytes.count
    } else {
      // Requests new storage first, so that the driver need not wait for a draw that still reads the old vertices.
      glBufferData(GLenum(GL_ARRAY_BUFFER), capacity, nil, GLenum(GL_DYNAMIC_DRAW))
      glBufferSubData(GLenum(GL_ARRAY_BUFFER), 0, bytes.count, bytes.baseAddress)
    }
    count = bytes.count / layout.stride
  }

  /// Draws with the program in use.
  ///
  /// - Parameter range: The vertices to draw; `nil` means all of them.
  public borrowing func draw(_ primitive: Primitive = .triangles, _ range: Range<Int>? = nil) {
    let range = range ?? 0..<count
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside the vertices")
    guard !range.isEmpty else { return }
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    var offset = 0
    for location in 0..<layout.attributes.count {
      let attribute = layout.attributes[location]
      let start = UnsafeRawPointer(bitPattern: offset)
      let stride = GLsizei(layout.stride)
      switch attribute {
      case .floats(let size):
        glVertexAttribPointer(
          GLuint(location), GLint(size), GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, start)
      case .bytes(let size):
        glVertexAttribPointer(
          GLuint(location), GLint(size), GLenum(GL_UNSIGNED_BYTE), GLboolean(GL_TRUE), stride, start)
      }
      glEnableVertexAttribArray(GLuint(location))
      offset += attribute.size
    }
    glDrawArrays(primitive.name, GLint(range.lowerBound), GLsizei(range.count))
    for location in 0..<layout.attributes.count { glDisableVertexAttribArray(GLuint(location)) }
  }
}
