import CGLES

/// An OpenGL ES 2.0 context, which makes all GL objects.
///
/// The context and its objects belong to the thread that made the context; none of them is `Sendable`. Objects keep their
/// context alive, so an owner may release them in any order.
public final class Context {
  public internal(set) var capabilities: Capabilities
  private let owner: EGLOwner
  /// The reset status of the driver (`glGetGraphicsResetStatus`); `nil` if the driver does not report resets.
  var resetStatus: (() -> GLenum)?
  private var hasLost = false
  /// Whether ``check(_:)`` queries the driver's errors after each pass. The query can stall a GPU.
  var checksErrors = _isDebugAssertConfiguration()
  /// The size of the present pass's framebuffer, in pixels.
  var passSize = (width: 0, height: 0)

  /// - Parameter owner: Owns a context that is current on this thread.
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

  /// Whether the driver has reset the GPU. This context is then lost for ever: its objects do not exist, its drawing is not
  /// shown, and pixels read since the last query are wrong.
  public var isLost: Bool {
    if hasLost { return true }
    hasLost = (try? makeCurrent()) == nil
    // Not by `map`, which allocates: this runs for every frame.
    if !hasLost, let resetStatus { hasLost = resetStatus() != GL_NO_ERROR }
    return hasLost
  }

  /// Marks the context as lost, because the window system has reported it.
  func markLost() { hasLost = true }

  /// Makes this the context of GL calls on this thread. Only a thread with several contexts needs this.
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

  /// Makes a texture with undefined texels.
  ///
  /// - Throws: ``GraphicsError/size(width:height:largest:)``.
  public func texture(
    _ format: Texture.Format, width: Int, height: Int, filter: Texture.Filter = .nearest
  ) throws(GraphicsError) -> Texture {
    try makeCurrent()
    return try Texture(self, format: format, width: width, height: height, filter: filter)
  }

  /// Makes a render target.
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

  /// Deletes a GL object. If the context cannot be made current, its objects are gone already.
  func release(_ name: GLuint, _ delete: (GLuint) -> Void) {
    guard !hasLost, (try? makeCurrent()) != nil else { return }
    delete(name)
  }
}
