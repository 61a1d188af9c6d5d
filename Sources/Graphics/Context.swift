import CGLES

/// An OpenGL ES 2.0 context, the maker of all GL objects.
///
/// It belongs to the thread that made it, and so does everything made through it; none of it is `Sendable`. Objects
/// keep their context alive, so the order in which an owner lets go of them does not matter.
public final class Context {
  public internal(set) var capabilities: Capabilities
  private let owner: EGLOwner
  /// What the driver says of a reset (`glGetGraphicsResetStatus`); `nil` where it cannot tell.
  var resetStatus: (() -> GLenum)?
  private var hasLost = false
  /// Whether ``check(_:)`` asks the driver for errors after each pass: the question can stall a GPU.
  public var checksErrors = _isDebugAssertConfiguration()
  /// Of what the pass at hand draws into, in pixels.
  var passSize = (width: 0, height: 0)

  /// - Parameter owner: Holds a context that is current on this thread.
  init(owner: EGLOwner, masking masked: Set<String>) {
    self.owner = owner
    capabilities = Capabilities(masking: masked)
    resetStatus = Self.resetStatus(capabilities)
  }

  private static func resetStatus(_ capabilities: Capabilities) -> (() -> GLenum)? {
    for (name, suffix) in [("GL_KHR_robustness", "KHR"), ("GL_EXT_robustness", "EXT")]
    where capabilities.has(name) {
      guard let function = eglGetProcAddress("glGetGraphicsResetStatus\(suffix)") else { continue }
      let status = unsafeBitCast(function, to: (@convention(c) () -> GLenum).self)
      return { status() }
    }
    return nil
  }

  /// The driver has reset the GPU under this context, for good: its objects are gone, nothing that it draws is seen, and
  /// what was read from it since it was last asked is not what was drawn.
  public var isLost: Bool {
    if hasLost { return true }
    hasLost = (try? makeCurrent()) == nil
    // Not by `map`, which allocates: it is asked with every frame.
    if !hasLost, let resetStatus { hasLost = resetStatus() != GL_NO_ERROR }
    return hasLost
  }

  /// The window system says so.
  func noteLoss() { hasLost = true }

  /// Makes GL calls on this thread go to this context: needed only where a thread uses several.
  public func makeCurrent() throws(GraphicsError) {
    if !owner.isCurrent { try owner.makeCurrent() }
  }

  /// Compiles and links a program.
  ///
  /// - Parameter attributes: The vertex shader's attributes, in the order of the vertex layout.
  /// - Throws: ``GraphicsError/compile(_:log:)``, ``GraphicsError/link(files:_:log:)``.
  public func program(
    vertex: ShaderSource, fragment: ShaderSource, attributes: [String] = ["position"]
  ) throws(GraphicsError) -> Program {
    try makeCurrent()
    return try Program(self, vertex: vertex, fragment: fragment, attributes: attributes)
  }

  /// Makes a texture whose texels are not defined yet.
  ///
  /// - Throws: ``GraphicsError/size(width:height:largest:)``.
  public func texture(
    _ format: Texture.Format, width: Int, height: Int, filter: Texture.Filter = .nearest
  ) throws(GraphicsError) -> Texture {
    try makeCurrent()
    return try Texture(self, format: format, width: width, height: height, filter: filter)
  }

  /// Makes a picture to draw into.
  ///
  /// - Throws: ``GraphicsError/size(width:height:largest:)``,
  ///   ``GraphicsError/incompleteTarget(width:height:status:)``.
  public func target(
    width: Int, height: Int, filter: Texture.Filter = .nearest
  ) throws(GraphicsError) -> Target {
    try makeCurrent()
    return try Target(self, width: width, height: height, filter: filter)
  }

  public func vertexBuffer(_ layout: VertexLayout) throws(GraphicsError) -> VertexBuffer {
    try makeCurrent()
    return VertexBuffer(self, layout: layout)
  }

  public func quad() throws(GraphicsError) -> Quad {
    try makeCurrent()
    return Quad(self)
  }

  /// Deletes a GL object. Where the context cannot be made current any more its objects are gone already.
  func release(_ name: GLuint, _ delete: (GLuint) -> Void) {
    guard !hasLost, (try? makeCurrent()) != nil else { return }
    delete(name)
  }
}
