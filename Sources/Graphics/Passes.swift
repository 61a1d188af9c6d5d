import CGLES

/// A rectangle of pixels, from the lower left corner of the framebuffer.
public struct PixelRectangle: Equatable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension Context {
  /// Starts a pass whose pixels are numbers: the target gets the output of the fragment shader, bit for bit.
  ///
  /// Only this function disables all state that could change the numbers. Dithering is on by default in OpenGL ES; blending,
  /// scissor and colour mask may remain from drawing the window.
  public func beginDataPass(into target: borrowing Target) {
    assert(target.texture.context === self)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
    passSize = (target.width, target.height)
    setViewport(nil)
    glDisable(GLenum(GL_DITHER))
    glDisable(GLenum(GL_BLEND))
    glDisable(GLenum(GL_SCISSOR_TEST))
    glDisable(GLenum(GL_DEPTH_TEST))
    glDisable(GLenum(GL_STENCIL_TEST))
    glDisable(GLenum(GL_CULL_FACE))
    glDisable(GLenum(GL_SAMPLE_ALPHA_TO_COVERAGE))
    glDisable(GLenum(GL_SAMPLE_COVERAGE))
    setColourMask(true)
  }

  /// Starts a pass for the screen into `target`, with row 0 at the bottom.
  public func beginScenePass(into target: borrowing Target) {
    assert(target.texture.context === self)
    beginScenePass(framebuffer: target.framebuffer, width: target.width, height: target.height)
  }

  /// Starts a pass for the screen into the window.
  ///
  /// - Parameters:
  ///   - width: The width of the window's framebuffer, in pixels.
  ///   - height: The height of the window's framebuffer, in pixels.
  public func beginScenePass(width: Int, height: Int) {
    beginScenePass(framebuffer: 0, width: width, height: height)
  }

  private func beginScenePass(framebuffer: GLuint, width: Int, height: Int) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    passSize = (width, height)
    setViewport(nil)
    glDisable(GLenum(GL_SCISSOR_TEST))
    glDisable(GLenum(GL_DEPTH_TEST))
    glDisable(GLenum(GL_CULL_FACE))
    setColourMask(true)
    setBlending(true)
  }

  /// All colours are premultiplied by their alpha: `source + (1 - alpha) * destination`.
  public func setBlending(_ isOn: Bool) {
    if isOn {
      glEnable(GLenum(GL_BLEND))
      glBlendEquation(GLenum(GL_FUNC_ADD))
      glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    } else {
      glDisable(GLenum(GL_BLEND))
    }
  }

  /// Fills the framebuffer within the scissor. Components 0...1, premultiplied.
  public func clear(_ colour: SIMD4<Float>) {
    glClearColor(colour.x, colour.y, colour.z, colour.w)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  /// Sets the area for -1...1 of clip space; `nil` is the whole framebuffer, as at the start of a pass.
  public func setViewport(_ area: PixelRectangle?) {
    let area = area ?? PixelRectangle(x: 0, y: 0, width: passSize.width, height: passSize.height)
    glViewport(GLint(area.x), GLint(area.y), GLsizei(max(0, area.width)), GLsizei(max(0, area.height)))
  }

  /// Draws only inside `area`; `nil` draws everywhere.
  public func setScissor(_ area: PixelRectangle?) {
    if let area {
      glEnable(GLenum(GL_SCISSOR_TEST))
      glScissor(GLint(area.x), GLint(area.y), GLsizei(max(0, area.width)), GLsizei(max(0, area.height)))
    } else {
      glDisable(GLenum(GL_SCISSOR_TEST))
    }
  }

  func setColourMask(_ isOn: Bool) {
    let value = GLboolean(isOn ? GL_TRUE : GL_FALSE)
    glColorMask(value, value, value, value)
  }

  /// Submits all commands so far to the GPU, without waiting for it.
  public func flush() {
    glFlush()
  }

  /// Waits until the GPU has executed all commands so far.
  public func finish() {
    glFinish()
  }

  /// Throws the driver's first error since the last check, if ``checksErrors`` is set.
  ///
  /// - Parameter pass: The name of the pass, for the message.
  public func check(_ pass: StaticString) throws(GraphicsError) {
    guard checksErrors else { return }
    let code = glGetError()
    guard code != GLenum(GL_NO_ERROR) else { return }
    // Several flags may be set. The limit is for a lost context, whose driver may return errors for ever.
    for _ in 0..<8 where glGetError() == GLenum(GL_NO_ERROR) { break }
    throw .driver(code: code, during: "\(pass)")
  }
}
