import Frames
import Graphics
import Shaders

/// The view while shaders are tuned: the picture, or the output of the luma pass.
public enum TargetView: String, CaseIterable, Sendable {
  case picture
  /// The mean luma of each tile, from black to white.
  case luma
  /// The mean luma of each tile, in colours from violet to yellow.
  case falseLuma
  // Single channels of the target; see `tile.frag`.
  case red, green, blue, alpha

  /// The next view, in a cycle.
  public var next: TargetView {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// The weights of the target's channels in the shown brightness. Red and green are the high and the low byte of a tile's sum
  /// of luma. The sum of 256 pixels is 256 times their mean, so the high byte is the mean and the low byte its fraction.
  fileprivate var channels: SIMD4<Float> {
    switch self {
    case .picture: .zero
    case .luma, .falseLuma: SIMD4(1, 1 / 256, 0, 0)
    case .red: SIMD4(1, 0, 0, 0)
    case .green: SIMD4(0, 1, 0, 0)
    case .blue: SIMD4(0, 0, 1, 0)
    case .alpha: SIMD4(0, 0, 0, 1)
    }
  }
}

/// Draws the target of the luma pass.
struct TargetProgram: ~Copyable {
  private let program: Program
  private let quad: Quad

  static let files = ProgramFiles(vertex: .previewPlace, fragment: [.precision, .targetView])

  init(_ context: Context, shaders: ShaderLibrary) throws(GraphicsError) {
    let quad = try context.quad()
    program = try context.program(Self.files, from: shaders)
    self.quad = quad
  }

  /// - Parameter luma: Its newest target is drawn.
  borrowing func draw(_ luma: GPULuma, as shown: TargetView, _ view: PreviewView) {
    let (width, height) = (luma.format.width, luma.format.height)
    let placement = view.placement(width: width, height: height)
    let (columns, rows) = LumaGrid.size(width: width, height: height)
    program.use()
    program.set(program.uniform("middle"), placement.middle)
    program.set(program.uniform("axes"), columns: placement.right, placement.up)
    program.set(program.uniform("target"), 0)
    program.set(program.uniform("tiles"), SIMD2(Float(columns), Float(rows)))
    program.set(program.uniform("channels"), shown.channels)
    program.set(program.uniform("isFalse"), shown == .falseLuma ? Float(1) : 0)
    luma.bindNewest()
    quad.draw()
  }
}
