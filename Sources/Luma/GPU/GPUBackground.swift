import Frames
import Graphics
import Shaders

/// Computes the background of each pixel and the background difference of each tile on the GPU.
///
/// Two targets, half as wide as the picture, hold the background in turn: one is read while the other is drawn. The background
/// differences of a frame are drawn before the frame updates the background. It is used only on the thread of its context.
final class GPUBackground {
  private let context: Context
  private let update: Program
  private let updateUniforms: UpdateUniforms
  private let difference: Program
  private let differenceUniforms: Uniforms
  // The same for a scene that has moved.
  private let updateMoved: Program
  private let updateMovedUniforms: UpdateUniforms
  private let differenceMoved: Program
  private let differenceMovedUniforms: Uniforms
  private let widen: Program
  private let widenUniforms: Uniforms
  private let quad: Quad
  private let backgrounds: [2 of Target]
  /// The index of the target that holds the background.
  private var newest = 0
  /// The largest background around each pixel, and whether it belongs to ``newest``.
  private let widest: Target
  private var isWidened = false
  /// The background differences of the frames in the slots of ``GPULuma``.
  private let differences: [3 of Target]
  private let format: FrameFormat
  private let columns: Int
  private let rows: Int
  /// The readback buffer, used if the rows of a target have more bytes than there are columns.
  private var staged: [UInt8]

  private struct UpdateUniforms {
    var all: Uniforms
    var kept: Program.Uniform
    var share: Program.Uniform
    var maximumChange: Program.Uniform

    init(_ program: borrowing Program) {
      all = Uniforms(program)
      kept = program.uniform("kept")
      share = program.uniform("share")
      maximumChange = program.uniform("maximumChange")
    }
  }

  /// The uniforms that all programs have.
  private struct Uniforms {
    var picture: Program.Uniform
    var pixel: Program.Uniform
    var background: Program.Uniform
    var backgroundTexel: Program.Uniform
    var motion: MotionUniforms

    init(_ program: borrowing Program) {
      picture = program.uniform("picture")
      pixel = program.uniform("pixel")
      background = program.uniform("background")
      backgroundTexel = program.uniform("backgroundTexel")
      motion = MotionUniforms(program)
    }
  }

  static func files(for format: PixelFormat) -> [ProgramFiles] {
    [
      [ShaderName.background], [.backgroundDifference], [.moved, .backgroundMoved],
      [.moved, .backgroundDifferenceMoved], [.widen],
    ].map {
      ProgramFiles(vertex: .wholeTarget, fragment: [.precision, format.lumaShader] + $0)
    }
  }

  /// - Throws: The driver's reason for refusing the shaders or the size.
  init(_ context: Context, shaders: ShaderLibrary, format: FrameFormat) throws(GraphicsError) {
    self.context = context
    self.format = format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    (self.columns, self.rows) = (columns, rows)
    let bytesPerRow = (columns + 3) / 4 * 4
    backgrounds = try InlineArray { _ throws(GraphicsError) in
      try context.target(width: (format.width + 1) / 2, height: format.height)
    }
    widest = try context.target(width: (format.width + 1) / 2, height: format.height)
    differences = try InlineArray { _ throws(GraphicsError) in
      try context.target(width: bytesPerRow / 4, height: rows)
    }
    staged = bytesPerRow == columns ? [] : Array(repeating: 0, count: bytesPerRow * rows)
    quad = try context.quad()
    let files = Self.files(for: format.pixelFormat)
    update = try context.program(files[0], from: shaders)
    difference = try context.program(files[1], from: shaders)
    updateMoved = try context.program(files[2], from: shaders)
    differenceMoved = try context.program(files[3], from: shaders)
    widen = try context.program(files[4], from: shaders)
    updateUniforms = UpdateUniforms(update)
    differenceUniforms = Uniforms(difference)
    updateMovedUniforms = UpdateUniforms(updateMoved)
    differenceMovedUniforms = Uniforms(differenceMoved)
    widenUniforms = Uniforms(widen)
  }

  private var backgroundTexel: SIMD2<Float> {
    1 / SIMD2(Float(backgrounds[0].width), Float(backgrounds[0].height))
  }

  func drawDifferences(
    of textures: borrowing PictureTextures, movedBy motion: SceneMotion, slot: Int
  ) {
    if motion.hasMoved, !isWidened {
      context.beginDataPass(into: widest)
      draw(widen, widenUniforms, textures, motion, over: backgrounds[newest])
      isWidened = true
    }
    context.beginDataPass(into: differences[slot])
    if motion.hasMoved {
      draw(differenceMoved, differenceMovedUniforms, textures, motion, over: widest)
    } else {
      draw(difference, differenceUniforms, textures, motion, over: backgrounds[newest])
    }
  }

  private func draw(
    _ program: borrowing Program, _ uniforms: Uniforms, _ textures: borrowing PictureTextures,
    _ motion: SceneMotion, over values: borrowing Target
  ) {
    program.use()
    program.set(uniforms.picture, 0)
    program.set(uniforms.pixel, textures.pixel)
    program.set(uniforms.background, 1)
    program.set(uniforms.backgroundTexel, backgroundTexel)
    uniforms.motion.set(motion, of: format, in: program)
    values.texture.bind(unit: 1)
    // Bound last, because textures are made and filled on the active unit.
    textures.luma.bind(unit: 0)
    quad.draw()
  }

  /// Updates the background.
  func apply(
    _ step: BackgroundPlan.Step, _ textures: borrowing PictureTextures, movedBy motion: SceneMotion
  ) {
    if step == .keep { return }
    let next = 1 - newest
    context.beginDataPass(into: backgrounds[next])
    if motion.hasMoved {
      draw(updateMoved, updateMovedUniforms, step, textures, motion)
    } else {
      draw(update, updateUniforms, step, textures, motion)
    }
    newest = next
    isWidened = false
  }

  private func draw(
    _ program: borrowing Program, _ uniforms: UpdateUniforms, _ step: BackgroundPlan.Step,
    _ textures: borrowing PictureTextures, _ motion: SceneMotion
  ) {
    program.use()
    var (kept, share, maximumChange) = (Float(1), Float(0), SIMD2<Float>.zero)
    switch step {
    case .begin: (kept, share) = (0, Float(BackgroundPlan.share))
    case .add: share = Float(BackgroundPlan.share)
    case .update:
      maximumChange = SIMD2(Float(BackgroundPlan.largestStepDown), Float(BackgroundPlan.largestStepUp))
    case .keep: break
    }
    program.set(uniforms.kept, kept)
    program.set(uniforms.share, share)
    program.set(uniforms.maximumChange, maximumChange)
    draw(program, uniforms.all, textures, motion, over: backgrounds[newest])
  }

  /// Reads the background differences that were drawn into `slot`. They are undefined if the context was lost.
  func read(_ slot: Int, into grid: inout LumaGrid) {
    if grid.backgroundDifferences?.count != columns * rows {
      grid.backgroundDifferences = Array(repeating: 0, count: columns * rows)
    }
    guard !staged.isEmpty else {
      grid.backgroundDifferences!.withUnsafeMutableBytes { differences[slot].readPixels(into: $0) }
      return
    }
    staged.withUnsafeMutableBytes { differences[slot].readPixels(into: $0) }
    let bytesPerRow = staged.count / rows
    grid.backgroundDifferences!.withUnsafeMutableBufferPointer { packed in
      for row in 0..<rows {
        for column in 0..<columns { packed[row * columns + column] = staged[row * bytesPerRow + column] }
      }
    }
  }
}
