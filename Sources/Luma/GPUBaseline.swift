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
  private let quad: Quad
  private let calm: [2 of Target]
  /// The one that holds the values.
  private var newest = 0
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
  }

  private struct RiseUniforms {
    var picture: Program.Uniform
    var pixel: Program.Uniform
    var calm: Program.Uniform
    var calmTexel: Program.Uniform
    var size: Program.Uniform
  }

  static func files(for format: PixelFormat) -> [ProgramFiles] {
    [ShaderName.baseline, .rise].map {
      ProgramFiles(vertex: .wholeTarget, fragment: [.precision, format.lumaShader, $0])
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
    rises = try InlineArray { _ throws(GraphicsError) in
      try context.target(width: bytesPerRow / 4, height: rows)
    }
    staged = bytesPerRow == columns ? [] : Array(repeating: 0, count: bytesPerRow * rows)
    quad = try context.quad()
    let files = Self.files(for: format.pixelFormat)
    update = try context.program(files[0], from: shaders)
    rise = try context.program(files[1], from: shaders)
    updateUniforms = UpdateUniforms(
      picture: update.uniform("picture"), pixel: update.uniform("pixel"), calm: update.uniform("calm"),
      calmTexel: update.uniform("calmTexel"), kept: update.uniform("kept"), share: update.uniform("share"),
      most: update.uniform("most"))
    riseUniforms = RiseUniforms(
      picture: rise.uniform("picture"), pixel: rise.uniform("pixel"), calm: rise.uniform("calm"),
      calmTexel: rise.uniform("calmTexel"), size: rise.uniform("size"))
  }

  private var calmTexel: SIMD2<Float> { 1 / SIMD2(Float(calm[0].width), Float(calm[0].height)) }

  /// Has the rises of the picture above the calm values drawn.
  func drawRises(of textures: borrowing PictureTextures, slot: Int) {
    context.beginDataPass(into: rises[slot])
    rise.use()
    rise.set(riseUniforms.picture, 0)
    rise.set(riseUniforms.pixel, textures.pixel)
    rise.set(riseUniforms.calm, 1)
    rise.set(riseUniforms.calmTexel, calmTexel)
    rise.set(riseUniforms.size, SIMD2(Float(format.width), Float(format.height)))
    bind(textures)
    quad.draw()
  }

  /// Has done to the calm values what `step` says.
  func apply(_ step: BaselinePlan.Step, _ textures: borrowing PictureTextures) {
    if case .keep = step { return }
    let next = 1 - newest
    context.beginDataPass(into: calm[next])
    update.use()
    update.set(updateUniforms.picture, 0)
    update.set(updateUniforms.pixel, textures.pixel)
    update.set(updateUniforms.calm, 1)
    update.set(updateUniforms.calmTexel, calmTexel)
    var (kept, share, most) = (Float(1), Float(0), SIMD2<Float>.zero)
    switch step {
    case .begin: (kept, share) = (0, Float(BaselinePlan.share))
    case .add: share = Float(BaselinePlan.share)
    case .follow: most = SIMD2(Float(BaselinePlan.down), Float(BaselinePlan.up))
    case .keep: break
    }
    update.set(updateUniforms.kept, kept)
    update.set(updateUniforms.share, share)
    update.set(updateUniforms.most, most)
    bind(textures)
    quad.draw()
    newest = next
  }

  private func bind(_ textures: borrowing PictureTextures) {
    calm[newest].texture.bind(unit: 1)
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
