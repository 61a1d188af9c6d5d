import Frames
import Graphics
import Shaders

/// Draws pictures of one format from their textures.
struct PreviewProgram: ~Copyable {
  private let program: Program
  private let quad: Quad
  /// Values from the shaders' comments, also of uniforms that only a tuned shader has; see ``ShaderControl``.
  private let presets: [String: UniformValue]
  private let uniforms: Uniforms

  private struct Uniforms {
    var middle: Program.Uniform
    var axes: Program.Uniform
    var picture: Program.Uniform
    var pixel: Program.Uniform
    var chroma: Program.Uniform
    var secondChroma: Program.Uniform
    var chromaPixel: Program.Uniform
    var range: Program.Uniform
    var size: Program.Uniform
    var saturation: Program.Uniform
  }

  static func files(for format: PixelFormat) -> ProgramFiles {
    ProgramFiles(
      vertex: .previewPlace,
      fragment: [
        .precision, format.lumaShader, .yCbCr, format.colourShader, .shade,
        format.smoothShader, .preview,
      ])
  }

  init(_ context: Context, shaders: ShaderLibrary, format: PixelFormat) throws(GraphicsError) {
    let quad = try context.quad()
    let files = Self.files(for: format)
    let program = try context.program(files, from: shaders)
    presets = shaders.presets(of: files.fragment)
    uniforms = Uniforms(
      middle: program.uniform("middle"), axes: program.uniform("axes"), picture: program.uniform("picture"),
      pixel: program.uniform("pixel"), chroma: program.uniform("chroma"),
      secondChroma: program.uniform("secondChroma"), chromaPixel: program.uniform("chromaPixel"),
      range: program.uniform("range"), size: program.uniform("size"),
      saturation: program.uniform("saturation"))
    self.quad = quad
    self.program = program
  }

  /// Draws into the target of the scene pass, over its contents.
  ///
  /// - Parameters:
  ///   - motion: The motion of the scene in this picture.
  ///   - values: Values of uniforms, by name. They override all others.
  borrowing func draw(
    _ textures: borrowing PictureTextures, _ view: PreviewView, movedBy motion: SceneMotion = .still,
    values: [String: UniformValue] = [:]
  ) {
    let format = textures.format
    let placement = view.placement(width: format.width, height: format.height, motion: motion)
    program.use()
    program.set(presets)
    program.set(uniforms.middle, placement.middle)
    program.set(uniforms.axes, columns: placement.right, placement.up)
    program.set(uniforms.picture, 0)
    program.set(uniforms.pixel, textures.pixel)
    program.set(uniforms.chroma, 1)
    program.set(uniforms.secondChroma, 2)
    program.set(uniforms.chromaPixel, textures.chromaPixel)
    program.set(uniforms.range, format.lumaRange)
    program.set(uniforms.size, SIMD2(Float(format.width), Float(format.height)))
    // An edited shader may have no preset for the saturation.
    program.set(uniforms.saturation, Float(1))
    program.set(values)
    textures.bind()
    quad.draw()
  }
}

extension PixelFormat {
  /// The shader that reads the chroma of a pixel.
  fileprivate var colourShader: ShaderName {
    switch self {
    case .grey: .colourGrey
    case .yuyv: .colourYUYV
    case .uyvy: .colourUYVY
    case .nv12: .colourSemiplanar
    case .yu12, .yuv422, .yuv444: .colourPlanar
    case .rgb24: .colourRGB
    case .bgr24: .colourBGR
    }
  }

  /// The shader that interpolates between pixels.
  fileprivate var smoothShader: ShaderName { isRGB ? .sampleSmoothRGB : .sampleSmooth }
}

extension FrameFormat {
  /// The luma of black, one over the luma steps from black to white, and one over the steps of chroma (ITU-R BT.601-7, section
  /// 2.5.3).
  fileprivate var lumaRange: SIMD3<Float> {
    switch range {
    case .full: SIMD3(0, 1 / 255, 1 / 255)
    case .limited: SIMD3(16, 1 / 219, 1 / 224)
    }
  }
}
