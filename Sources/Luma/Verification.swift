import Frames
import Graphics
import Localization
import Shaders

/// Whether the GPU or the CPU reference measures the luma, and why.
public enum Verification: Sendable, Equatable {
  /// The GPU measures. Its grids equalled those of the CPU reference bit for bit.
  case verified(renderer: String)
  /// The CPU reference measures, for this reason.
  case reference(Reason)

  /// Why the GPU does not measure.
  public enum Reason: Sendable, Equatable {
    /// The fragment stage has no floats with at least ``LumaPass/minimumPrecision`` bits of mantissa.
    case precision(bits: Int)
    /// The picture is larger than a texture can be.
    case size(width: Int, height: Int, largest: Int)
    /// The GPU's grid differed from the grid of the CPU reference in `tiles` of the checked tiles.
    case mismatch(tiles: Int, of: Int)
    /// The driver refused.
    case failure(GraphicsError)
  }
}

extension Verification.Reason: LocalizedTextConvertible {
  public var text: LocalizedText {
    switch self {
    case .precision(let bits):
      "the GPU computes with \(bits) bits, the luma pass needs \(LumaPass.minimumPrecision)"
    case .size(let width, let height, let largest):
      GraphicsError.size(width: width, height: height, largest: largest).text
    case .mismatch(let tiles, let count): "the GPU measured \(tiles) of \(count) tiles wrong"
    case .failure(let error): error.text
    }
  }
}

extension Verification {
  private static let motions = [
    SceneMotion.still,
    // Odd and even shifts.
    SceneMotion(x: 5, y: -3, hasMoved: true), SceneMotion(x: -18, y: 9, hasMoved: true),
    // Back at its first place.
    SceneMotion(hasMoved: true),
    // No tile of the small picture is left in the frame.
    SceneMotion(x: 70, y: 0, hasMoved: true),
    // Zoom and roll.
    SceneMotion(x: 1, y: -2, residual: SIMD2(31, -9), zoom: -97, roll: 251, hasMoved: true),
  ]

  /// Measures random pictures on the GPU and on the CPU reference. One picture has the stream's size and strides. The other is
  /// small, with odd sides, so that the edge cuts its tiles.
  ///
  /// - Returns: Why the GPU must not measure, or `nil` if every bit was equal.
  static func check(
    _ format: FrameFormat, on context: Context, with shaders: ShaderLibrary, drawsDifferences: Bool
  ) throws(GraphicsError) -> Reason? {
    var noise = Noise(seed: 0x416C_6469_73)
    var wrong = 0
    var count = 0
    for format in [FrameFormat(format.pixelFormat, width: 71, height: 53), format] {
      let textures = try PictureTextures(context, format: format)
      let gpu = try GPULuma(context, shaders: shaders, format: format)
      var reference = LumaGrid(width: format.width, height: format.height)
      let frame = FramePool(format: format, capacity: 1).frame(timestamp: .zero, sequence: 0) { bytes in
        noise.fill(bytes)
        // White and then black tiles at the top, for the largest and the smallest sum: 96 bytes are at least two tiles wide.
        // Rows of at most 96 bytes have no black tile.
        let band = format.planes[0].stride * min(LumaGrid.tileSide, format.height - 1)
        let half = min(band, bytes.count / 2)
        for index in 0..<half where index % format.planes[0].stride < 192 {
          bytes[index] = index % format.planes[0].stride < 96 ? 255 : 0
        }
      }
      guard let frame else { continue }
      for motion in Self.motions {
        CPULuma.measure(frame, movedBy: motion, into: &reference)
        try gpu.submit(frame, movedBy: motion, through: textures)
        gpu.collect(keeping: 0) { grid in
          for (gpuTile, cpuTile) in zip(grid.tiles, reference.tiles) where gpuTile != cpuTile { wrong += 1 }
          count += reference.tiles.count
        }
      }
      guard drawsDifferences else { continue }
      let pool = FramePool(format: format, capacity: 1)
      let gpuBackground = try GPUBackground(context, shaders: shaders, format: format)
      var cpuBackground = PixelBackground(format)
      var differences: [UInt8] = []
      // Three frames are averaged. Each of the two updates is followed by a frame that only measures differences.
      let steps: [BackgroundPlan.Step] = [.begin, .add, .add, .update, .keep, .update, .keep]
      for (index, step) in steps.enumerated() {
        let motion = index < 2 ? SceneMotion.still : Self.motions[(index - 1) % Self.motions.count]
        let frame = pool.frame(timestamp: .zero, sequence: 0) { noise.fill($0) }
        guard let frame else { continue }
        textures.uploadLuma(frame)
        cpuBackground.measureDifferences(of: frame, movedBy: motion, into: &differences)
        gpuBackground.drawDifferences(of: textures, movedBy: motion, slot: 0)
        gpuBackground.read(0, into: &reference)
        // The background is undefined before the first step.
        if step != .begin {
          let gpuDifferences = reference.backgroundDifferences ?? []
          for (onGPU, onCPU) in zip(gpuDifferences, differences) where onGPU != onCPU { wrong += 1 }
          count += reference.tiles.count
        }
        cpuBackground.apply(step, frame, movedBy: motion)
        gpuBackground.apply(step, textures, movedBy: motion)
      }
      try context.check("the background")
    }
    return wrong == 0 ? nil : .mismatch(tiles: wrong, of: count)
  }
}
