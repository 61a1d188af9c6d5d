import Frames
import Graphics
import Shaders

/// Measures frames by shaders as they are, whether or not they equal the CPU: to see what becomes of a reading by them.
/// Lives on the thread of its context.
public final class UncheckedPass {
  private let context: Context
  private let shaders: ShaderLibrary
  private let values: [String: UniformValue]
  private var gpu: GPULuma?
  private var textures: PictureTextures?

  /// - Parameter values: Of uniforms by their names.
  public init(_ context: Context, shaders: ShaderLibrary, values: [String: UniformValue]) {
    self.context = context
    self.shaders = shaders
    self.values = values
  }

  /// Measures a frame and delivers its grid, or that of the one before.
  ///
  /// - Throws: What the driver has against the shaders or the size.
  public func measure(
    _ frame: borrowing Frame, deliver: (borrowing LumaGrid) -> Void
  ) throws(GraphicsError) {
    if textures?.format != frame.format {
      drain(deliver: deliver)
      textures = try PictureTextures(context, format: frame.format)
      let gpu = try GPULuma(context, shaders: shaders, format: frame.format, backgroundDifferences: .gpu)
      gpu.values.merge(values) { _, wanted in wanted }
      self.gpu = gpu
    }
    try gpu?.submit(frame, through: textures!)
    gpu?.collect(keeping: GPULuma.delay, deliver: deliver)
  }

  /// Delivers what is still on its way, at the end.
  public func drain(deliver: (borrowing LumaGrid) -> Void) {
    gpu?.collect(keeping: 0, deliver: deliver)
  }
}
