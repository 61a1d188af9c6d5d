import Frames
import Graphics

/// The uniforms of `moved.glsl`.
struct MotionUniforms {
  private let size: Program.Uniform
  private let shift: Program.Uniform
  private let pivot: Program.Uniform
  private let turn: Program.Uniform
  private let bias: Program.Uniform
  private let visible: Program.Uniform

  init(_ program: borrowing Program) {
    size = program.uniform("size")
    shift = program.uniform("shift")
    pivot = program.uniform("pivot")
    turn = program.uniform("turn")
    bias = program.uniform("bias")
    visible = program.uniform("visible")
  }

  /// Sets the uniforms of the program in use.
  ///
  /// - Parameter format: The picture's format.
  func set(_ motion: SceneMotion, of format: FrameFormat, in program: borrowing Program) {
    let places = TilePlaces(motion, width: format.width, height: format.height)
    program.set(size, SIMD2(Float(format.width), Float(format.height)))
    program.set(shift, SIMD2(Float(motion.x), Float(motion.y)))
    program.set(pivot, SIMD2(Float(places.pivot.x), Float(places.pivot.y)))
    program.set(turn, SIMD2(Float(motion.zoom), Float(motion.roll)))
    program.set(bias, SIMD2(Float(places.bias.x), Float(places.bias.y)))
    program.set(
      visible,
      SIMD4(
        Float(places.columns.lowerBound), Float(places.rows.lowerBound), Float(places.columns.upperBound),
        Float(places.rows.upperBound)))
  }
}
