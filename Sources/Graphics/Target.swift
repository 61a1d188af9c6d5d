import CGLES

/// A render target: a framebuffer with an RGBA texture of eight bits per channel.
public struct Target: ~Copyable {
  let framebuffer: GLuint
  public let texture: Texture

  public var width: Int { texture.width }
  public var height: Int { texture.height }

  /// See ``Context/target(width:height:filter:)``.
  init(_ context: Context, width: Int, height: Int, filter: Texture.Filter) throws(GraphicsError) {
    let texture = try Texture(context, format: .rgba, width: width, height: height, filter: filter)
    var framebuffer: GLuint = 0
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      glDeleteFramebuffers(1, &framebuffer)
      throw .incompleteTarget(width: width, height: height, status: status)
    }
    self.texture = texture
    self.framebuffer = framebuffer
  }

  deinit {
    texture.context.release(framebuffer) { name in
      var name = name
      glDeleteFramebuffers(1, &name)
    }
  }

  /// Reads every pixel, four bytes each, into `bytes`; row 0 is the row with `gl_FragCoord.y` 0.5.
  ///
  /// Waits until all draws into this target are done.
  public borrowing func readPixels(into bytes: UnsafeMutableRawBufferPointer) {
    precondition(bytes.count >= width * height * 4, "too little room for the pixels")
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    texture.context.readPixels(width: width, height: height, into: bytes)
  }

  /// The pixels of the target, the top row first.
  public borrowing func picture() -> Picture {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    return texture.context.boundPicture(width: width, height: height)
  }
}
