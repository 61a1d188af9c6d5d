import Frames
import Graphics
import Shaders

/// The calm value of each pixel, and how far the pixels of a tile rise above theirs, by the GPU.
///
/// Two targets as large as half of the picture's columns hold the values and take turns: one is read while the other is
/// drawn. The rises of a frame are drawn before its pixels change them. Lives on the thread of its context.
final class GPUBaseline {
  private let context: Context
  private let update: Program
  private let updateUniforms: UpdateUniforms
  private let rise: Program
  private let riseUniforms: RiseUniforms
  // The same where the scene has moved.
  private let updateMoved: Program
  private let updateMovedUniforms: UpdateUniforms
  private let riseMoved: Program
  private let riseMovedUniforms: RiseUniforms
  private let widen: Program
  private let widenUniforms: RiseUniforms
  private let quad: Quad
  private let calm: [2 of Target]
  /// The one that holds the values.
  private var newest = 0
  /// The largest values around each pixel, and whether they are those of ``newest``.
  private let widest: Target
  private var isWidened = false
  /// As many as there are of tiles' targets, and in the same slots.
  private let rises: [3 of Target]
  private let format: FrameFormat
  private let columns: Int
  private let rows: Int
  /// Where the rows of a target have more bytes than there are columns.
  private var staged: [UInt8]

  private struct UpdateUniforms {
    var picture: Program.Uniform
    var pixel: Program.Uniform
    var calm: Program.Uniform
    var calmTexel: Program.Uniform
    var kept: Program.Uniform
    var share: Program.Uniform
    var most: Program.Uniform
    var size: Program.Uniform
    var motion: MotionUniforms

    init(_ program: borrowing Program) {
      picture = program.uniform("picture")
      pixel = program.uniform("pixel")
      calm = program.uniform("calm")
      calmTexel = program.uniform("calmTexel")
      kept = program.uniform("kept")
      share = program.uniform("share")
      most = program.uniform("most")
      size = program.uniform("size")
      motion = MotionUniforms(program)
    }
  }

  private struct RiseUniforms {
    var picture: Program.Uniform
    var pixel: Program.Uniform
    var calm: Program.Uniform
    var calmTexel: Program.Uniform
    var size: Program.Uniform
    var motion: MotionUniforms

    init(_ program: borrowing Program) {
      picture = program.uniform("picture")
      pixel = program.uniform("pixel")
      calm = program.uniform("calm")
      calmTexel = program.uniform("calmTexel")
      size = program.uniform("size")
      motion = MotionUniforms(program)
    }
  }

  static func files(for format: PixelFormat) -> [ProgramFiles] {
    [[ShaderName.baseline], [.rise], [.moved, .baselineMoved], [.moved, .riseMoved], [.widen]].map {
      ProgramFiles(vertex: .wholeTarget, fragment: [.precision, format.lumaShader] + $0)
    }
  }

  /// - Throws: What the driver has against the shaders or the size.
  init(_ context: Context, shaders: ShaderLibrary, format: FrameFormat) throws(GraphicsError) {
    self.context = context
    self.format = format
    let (columns, rows) = LumaGrid.size(width: format.width, height: format.height)
    (self.columns, self.rows) = (columns, rows)
    let bytesPerRow = (columns + 3) / 4 * 4
    calm = try InlineArray { _ throws(GraphicsError) in
      try context.target(width: (format.width + 1) / 2, height: format.height)
    }
    widest = try context.target(width: (format.width + 1) / 2, height: format.height)
    rises = try InlineArray { _ throws(GraphicsError) in
      try context.target(width: bytesPerRow / 4, height: rows)
    }
    staged = bytesPerRow == columns ? [] : Array(repeating: 0, count: bytesPerRow * rows)
    quad = try context.quad()
    let files = Self.files(for: format.pixelFormat)
    update = try context.program(files[0], from: shaders)
    rise = try context.program(files[1], from: shaders)
    updateMoved = try context.program(files[2], from: shaders)
    riseMoved = try context.program(files[3], from: shaders)
    widen = try context.program(files[4], from: shaders)
    updateUniforms = UpdateUniforms(update)
    riseUniforms = RiseUniforms(rise)
    updateMovedUniforms = UpdateUniforms(updateMoved)
    riseMovedUniforms = RiseUniforms(riseMoved)
    widenUniforms = RiseUniforms(widen)
  }

  private var calmTexel: SIMD2<Float> { 1 / SIMD2(Float(calm[0].width), Float(calm[0].height)) }

  /// Has the rises of the picture above the calm values drawn.
  func drawRises(of textures: borrowing PictureTextures, movedBy motion: SceneMotion = .still, slot: Int) {
    if motion.hasMoved, !isWidened {
      context.beginDataPass(into: widest)
      draw(widen, widenUniforms, textures, motion, over: calm[newest])
      isWidened = true
    }
    context.beginDataPass(into: rises[slot])
    if motion.hasMoved {
      draw(riseMoved, riseMovedUniforms, textures, motion, over: widest)
    } else {
      draw(rise, riseUniforms, textures, motion, over: calm[newest])
    }
  }

  private func draw(
    _ program: borrowing Program, _ uniforms: RiseUniforms, _ textures: borrowing PictureTextures,
    _ motion: SceneMotion, over values: borrowing Target
  ) {
    program.use()
    program.set(uniforms.picture, 0)
    program.set(uniforms.pixel, textures.pixel)
    program.set(uniforms.calm, 1)
    program.set(uniforms.calmTexel, calmTexel)
    program.set(uniforms.size, SIMD2(Float(format.width), Float(format.height)))
    uniforms.motion.set(motion, of: format, in: program)
    bind(textures, values)
    quad.draw()
  }

  /// Has done to the calm values what `step` says.
  func apply(
    _ step: BaselinePlan.Step, _ textures: borrowing PictureTextures, movedBy motion: SceneMotion = .still
  ) {
    if case .keep = step { return }
    let next = 1 - newest
    context.beginDataPass(into: calm[next])
    if motion.hasMoved {
      draw(updateMoved, updateMovedUniforms, step, textures, motion)
    } else {
      draw(update, updateUniforms, step, textures, motion)
    }
    newest = next
    isWidened = false
  }

  private func draw(
    _ program: borrowing Program, _ uniforms: UpdateUniforms, _ step: BaselinePlan.Step,
    _ textures: borrowing PictureTextures, _ motion: SceneMotion
  ) {
    program.use()
    program.set(uniforms.picture, 0)
    program.set(uniforms.pixel, textures.pixel)
    program.set(uniforms.calm, 1)
    program.set(uniforms.calmTexel, calmTexel)
    program.set(uniforms.size, SIMD2(Float(format.width), Float(format.height)))
    uniforms.motion.set(motion, of: format, in: program)
    var (kept, share, most) = (Float(1), Float(0), SIMD2<Float>.zero)
    switch step {
    case .begin: (kept, share) = (0, Float(BaselinePlan.share))
    case .add: share = Float(BaselinePlan.share)
    case .follow: most = SIMD2(Float(BaselinePlan.down), Float(BaselinePlan.up))
    case .keep: break
    }
    program.set(uniforms.kept, kept)
    program.set(uniforms.share, share)
    program.set(uniforms.most, most)
    bind(textures, calm[newest])
    quad.draw()
  }

  private func bind(_ textures: borrowing PictureTextures, _ values: borrowing Target) {
    values.texture.bind(unit: 1)
    // Last, for textures are made and filled on the unit at hand.
    textures.luma.bind(unit: 0)
  }

  /// Reads back the rises that were drawn into `slot`. Of a context that was lost they say nothing.
  func read(_ slot: Int, into grid: inout LumaGrid) {
    if grid.rises?.count != columns * rows { grid.rises = Array(repeating: 0, count: columns * rows) }
    guard !staged.isEmpty else {
      grid.rises!.withUnsafeMutableBytes { rises[slot].readPixels(into: $0) }
      return
    }
    staged.withUnsafeMutableBytes { rises[slot].readPixels(into: $0) }
    let bytesPerRow = staged.count / rows
    grid.rises!.withUnsafeMutableBufferPointer { packed in
      for row in 0..<rows {
        for column in 0..<columns { packed[row * columns + column] = staged[row * bytesPerRow + column] }
      }
    }
  }
}
