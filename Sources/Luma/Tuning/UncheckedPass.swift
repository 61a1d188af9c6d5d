import Frames
import Graphics
import Shaders

/// Measures frames with shaders that may differ from the CPU reference, to show how they change a reading. It is used only on the
/// thread of its context.
public final class UncheckedPass {
  private let context: Context
  private let shaders: ShaderLibrary
  private let values: [String: UniformValue]
  private var gpu: GPULuma?
  private var textures: PictureTextures?

  /// - Parameter values: Values of uniforms, by name.
  public init(_ context: Context, shaders: ShaderLibrary, values: [String: UniformValue]) {
    self.context = context
    self.shaders = shaders
    self.values = values
  }

  /// Measures a frame. Delivers grids one frame late.
  ///
  /// - Throws: The driver's reason for refusing the shaders or the size.
  public func measure(
    _ frame: borrowing Frame, deliver: (borrowing LumaGrid) -> Void
  ) throws(GraphicsError) {
    if textures?.format != frame.format {
      drain(deliver: deliver)
      textures = try PictureTextures(context, format: frame.format)
      let gpu = try GPULuma(
        context, shaders: shaders, format: frame.format,
        backgroundDifferences: frame.recordedGrid == nil ? .gpu : .none)
      gpu.values.merge(values) { _, wanted in wanted }
      self.gpu = gpu
    }
    try gpu?.submit(frame, through: textures!)
    guard let recorded = frame.recordedGrid else {
      gpu?.collect(keeping: GPULuma.delay, deliver: deliver)
      return
    }
    // Only the tiles can be measured in a picture that is painted from tiles.
    gpu?.collect(keeping: 0) { measured in
      var grid = copy measured
      grid.motion = recorded.motion
      grid.backgroundDifferences = recorded.backgroundDifferences
      grid.averagedFrames = recorded.averagedFrames
      deliver(grid)
    }
  }

  /// Delivers the frames that are still on the GPU, at the end of a stream.
  public func drain(deliver: (borrowing LumaGrid) -> Void) {
    gpu?.collect(keeping: 0, deliver: deliver)
  }
}
