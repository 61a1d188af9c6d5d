import Frames
import Graphics
import Shaders

/// Who measures the luma, and whether that is proved.
public enum Verification: Sendable, Equatable {
  /// The GPU measures, and its grids equalled the CPU twin's bit for bit.
  case verified(renderer: String)
  /// The CPU twin measures, because of this.
  case reference(Reason)

  /// Why the GPU does not measure.
  public enum Reason: Sendable, Equatable {
    /// The fragment stage has no floats with at least ``LumaPass/leastPrecision`` bits of mantissa.
    case precision(bits: Int)
    /// The picture is larger than a texture can be.
    case size(width: Int, height: Int, largest: Int)
    /// The GPU's grid differed from the twin's in so many tiles of the checked ones.
    case mismatch(tiles: Int, of: Int)
    /// The driver refused.
    case failure(GraphicsError)
  }
}

extension Verification.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .precision(let bits):
      "the GPU computes with \(bits) bits, the luma pass needs \(LumaPass.leastPrecision)"
    case .size(let width, let height, let largest):
      "a \(width) x \(height) picture does not fit the GPU (at most \(largest) pixels a side)"
    case .mismatch(let tiles, let count): "the GPU measured \(tiles) of \(count) tiles wrong"
    case .failure(let error): "\(error)"
    }
  }
}

extension Verification {
  /// Even and odd ways, to all sides; the fifth leaves nothing of a small picture. The last one turns.
  private static let motions = [
    SceneMotion.still, SceneMotion(x: 5, y: -3, hasMoved: true), SceneMotion(x: -18, y: 9, hasMoved: true),
    SceneMotion(hasMoved: true), SceneMotion(x: 70, y: 0, hasMoved: true),
    SceneMotion(x: 1, y: -2, residual: SIMD2(31, -9), zoom: -97, roll: 251, hasMoved: true),
  ]

  /// Sends random pictures through the GPU and its twin: one of the stream's own size and strides, and a small odd one
  /// with tiles that are all black, all white and cut by the edge.
  ///
  /// - Returns: Why the GPU must not measure, or `nil` when every bit was right.
  static func check(
    _ format: FrameFormat, on context: Context, with shaders: ShaderLibrary, drawsRises: Bool
  ) throws(GraphicsError) -> Reason? {
    var noise = Noise(seed: 0x416C_6469_73)
    var wrong = 0
    var count = 0
    for format in [FrameFormat(format.pixelFormat, width: 71, height: 53), format] {
      let textures = try PictureTextures(context, format: format)
      let gpu = try GPULuma(context, shaders: shaders, format: format)
      var twin = LumaGrid(width: format.width, height: format.height)
      let frame = FramePool(format: format, capacity: 1).frame(timestamp: .zero, sequence: 0) { bytes in
        noise.fill(bytes)
        // Two tiles' width of white, then of black, at the top: the largest and the smallest sum.
        let band = format.planes[0].stride * min(LumaGrid.tileSide, format.height - 1)
        let half = min(band, bytes.count / 2)
        for index in 0..<half where index % format.planes[0].stride < 192 {
          bytes[index] = index % format.planes[0].stride < 96 ? 255 : 0
        }
      }
      guard let frame else { continue }
      for motion in Self.motions {
        CPULuma.measure(frame, movedBy: motion, into: &twin)
        try gpu.submit(frame, movedBy: motion, through: textures)
        gpu.collect(keeping: 0) { grid in
          for (mine, its) in zip(grid.tiles, twin.tiles) where mine != its { wrong += 1 }
          count += twin.tiles.count
        }
      }
      guard drawsRises else { continue }
      let pool = FramePool(format: format, capacity: 1)
      let baseline = try GPUBaseline(context, shaders: shaders, format: format)
      var calm = PixelBaseline(format)
      var rises: [UInt8] = []
      // An average of a few frames, a step, and what another frame rises above that.
      let steps: [BaselinePlan.Step] = [.begin, .add, .add, .follow, .keep, .follow, .keep]
      for (index, step) in steps.enumerated() {
        let motion = index < 2 ? SceneMotion.still : Self.motions[(index - 1) % Self.motions.count]
        let frame = pool.frame(timestamp: .zero, sequence: 0) { noise.fill($0) }
        guard let frame else { continue }
        textures.uploadLuma(frame)
        calm.measureRises(of: frame, movedBy: motion, into: &rises)
        baseline.drawRises(of: textures, movedBy: motion, slot: 0)
        baseline.read(0, into: &twin)
        // The texels are not defined before the first step.
        if step != .begin {
          for (its, mine) in zip(twin.rises ?? [], rises) where mine != its { wrong += 1 }
          count += twin.tiles.count
        }
        calm.apply(step, frame, movedBy: motion)
        baseline.apply(step, textures, movedBy: motion)
      }
      try context.check("the baseline")
    }
    return wrong == 0 ? nil : .mismatch(tiles: wrong, of: count)
  }
}
